package io.millrace.topology;

import io.millrace.service.ComponentHealth;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * The health of a topology at one moment.
 *
 * @param topology its name
 * @param state its state as a whole
 * @param at the time of the picture
 * @param components the health of its components, by name, in its order
 * @param sections the health of its sections, by key, as far as they report it
 * @param lastError the newest error that a background thread of a channel has reported, if one has
 * @param failure why the run has failed, if it has
 */
public record TopologyHealth(
        String topology,
        HealthState state,
        Instant at,
        SequencedMap<String, ComponentHealth> components,
        SequencedMap<String, SectionHealth> sections,
        Optional<String> lastError,
        Optional<String> failure) {

    /** Checks that nothing is null and takes copies. */
    public TopologyHealth {
        Objects.requireNonNull(topology, "topology");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(lastError, "lastError");
        Objects.requireNonNull(failure, "failure");
        components = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(components));
        sections = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(sections));
    }
}
