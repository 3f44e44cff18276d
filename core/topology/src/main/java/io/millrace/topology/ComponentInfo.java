package io.millrace.topology;

import io.millrace.service.ComponentKind;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Objects;
import java.util.SequencedMap;

/**
 * A component, source or gateway of a running topology at one moment.
 *
 * @param name its name
 * @param kind its kind
 * @param thread the thread that runs it
 * @param positions the index of the newest message that it has taken from each channel that it reads, -1 where it has
 *     taken none; none for a component that is called directly
 */
public record ComponentInfo(String name, ComponentKind kind, String thread, SequencedMap<String, Long> positions) {

    /** Checks that nothing is null and takes a copy. */
    public ComponentInfo {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(thread, "thread");
        positions = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(positions));
    }
}
