package io.millrace.topology;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Objects;
import java.util.SequencedMap;

/**
 * How a section is that a host serves, as {@link HostDetails} says it.
 *
 * @param state its state, such as {@code RUNNING}
 * @param details what it says of itself, by name, such as its {@code address} and the number of its {@code clients}
 */
public record HostSection(String state, SequencedMap<String, String> details) {

    /** Checks that nothing is null and takes a copy. */
    public HostSection {
        Objects.requireNonNull(state, "state");
        details = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(details));
    }
}
