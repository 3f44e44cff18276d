package io.millrace.topology;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * The health of a section of a running topology.
 *
 * @param state its state; the topology is not ready while a section starts, and degraded while one is degraded
 * @param details what there is to say for users, by name
 * @param lastError the newest error, if there was one
 */
public record SectionHealth(SectionState state, SequencedMap<String, String> details, Optional<String> lastError) {

    /** Checks that nothing is null and takes a copy. */
    public SectionHealth {
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(lastError, "lastError");
        details = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(details));
    }

    /**
     * Returns a health without details.
     *
     * @param state the state
     * @return the health
     */
    public static SectionHealth of(SectionState state) {
        return new SectionHealth(state, new LinkedHashMap<>(), Optional.empty());
    }

    /**
     * Returns this health with one more detail.
     *
     * @param name its name
     * @param value its value
     * @return the health
     */
    public SectionHealth with(String name, String value) {
        SequencedMap<String, String> more = new LinkedHashMap<>(details);
        more.put(name, value);
        return new SectionHealth(state, more, lastError);
    }

    /**
     * Returns this health with an error.
     *
     * @param error the newest error
     * @return the health
     */
    public SectionHealth withError(String error) {
        return new SectionHealth(state, details, Optional.of(error));
    }
}
