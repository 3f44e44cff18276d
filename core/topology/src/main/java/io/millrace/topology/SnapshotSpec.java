package io.millrace.topology;

import io.millrace.service.Snapshotting;
import java.util.Objects;

/**
 * Where a component that is {@link Snapshotting} writes its state, and how often. It writes it besides whenever an
 * input goes on in another segment, so that retention can remove the segments before.
 *
 * @param channel a channel for its snapshots alone
 * @param everyInputs how many inputs lie between two snapshots, at least 1
 */
public record SnapshotSpec(String channel, long everyInputs) {
    /** Checks that the channel is there. */
    public SnapshotSpec {
        Objects.requireNonNull(channel, "channel");
    }
}
