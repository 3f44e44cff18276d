package io.millrace.topology;

import io.millrace.service.ComponentHealth;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * How a topology is at one moment.
 *
 * @param topology its name
 * @param state how it is as a whole
 * @param at when it was looked at
 * @param components how its components are, by name, in its order
 * @param lastError the newest error that a background thread of a channel has reported, if one has
 * @param failure why the run has failed, if it has
 */
public record TopologyHealth(
        String topology,
        HealthState state,
        Instant at,
        SequencedMap<String, ComponentHealth> components,
        Optional<String> lastError,
        Optional<String> failure) {

    /** Checks that nothing is null and takes a copy. */
    public TopologyHealth {
        Objects.requireNonNull(topology, "topology");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(lastError, "lastError");
        Objects.requireNonNull(failure, "failure");
        components = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(components));
    }
}
