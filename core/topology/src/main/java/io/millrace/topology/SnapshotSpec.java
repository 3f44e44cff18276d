package io.millrace.topology;

import io.millrace.service.Snapshotting;
import java.util.Objects;

/**
 * The snapshots of a component that is {@link Snapshotting}. The component also writes one whenever an input continues
 * in another segment, so that retention can remove the segments before.
 *
 * @param channel a channel for its snapshots alone
 * @param everyInputs how many inputs lie between two snapshots, at least 1
 */
public record SnapshotSpec(String channel, long everyInputs) {
    /** Checks that the channel is not null. */
    public SnapshotSpec {
        Objects.requireNonNull(channel, "channel");
    }
}
