package io.millrace.topology;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A section of the tests that notes what happens to it and fails on demand.
 *
 * @param channel a channel that it refers to, if it does
 * @param failing the steps at which it fails, as {@code start AFTER_SERVICES}
 * @param events gets each step
 */
public record BeaconSpec(Optional<String> channel, List<String> failing, List<String> events) {

    /** Checks that nothing is null. */
    public BeaconSpec {
        Objects.requireNonNull(channel, "channel");
        Objects.requireNonNull(failing, "failing");
        Objects.requireNonNull(events, "events");
    }
}
