package io.millrace.topology;

import java.time.Duration;
import java.util.Objects;

/**
 * The section {@code heartbeat} of the tests and of docs/topology.md.
 *
 * @param file the file that is written
 * @param every how often
 */
public record HeartbeatSpec(String file, Duration every) {

    /** Checks that nothing is null. */
    public HeartbeatSpec {
        Objects.requireNonNull(file, "file");
        Objects.requireNonNull(every, "every");
    }
}
