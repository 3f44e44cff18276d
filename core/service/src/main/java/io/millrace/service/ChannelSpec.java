package io.millrace.service;

import io.millrace.journal.Durability;
import io.millrace.journal.Ownership;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A channel of a topology.
 *
 * @param kind how it carries calls; what follows is for {@link ChannelKind#JOURNAL} alone
 * @param durability what a written call survives; a channel that a gateway reads must be {@code SYNCED}
 * @param ownership whether the run alone writes it, or other processes may write it as well
 * @param segmentSizeBytes the size of its segment files in bytes, or empty for the journal's default
 * @param rollEvery after what time a new segment begins whatever its size, or empty for never
 */
public record ChannelSpec(
        ChannelKind kind,
        Durability durability,
        Ownership ownership,
        OptionalLong segmentSizeBytes,
        Optional<Duration> rollEvery) {

    /** Checks that nothing is null. */
    public ChannelSpec {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(durability, "durability");
        Objects.requireNonNull(ownership, "ownership");
        Objects.requireNonNull(segmentSizeBytes, "segmentSizeBytes");
        Objects.requireNonNull(rollEvery, "rollEvery");
    }

    /**
     * A journal with the settings of a channel of which nothing is said.
     *
     * @return the channel
     */
    public static ChannelSpec journal() {
        return new ChannelSpec(
                ChannelKind.JOURNAL, Durability.MAPPED, Ownership.SINGLE, OptionalLong.empty(), Optional.empty());
    }

    /**
     * A channel whose one reader is called directly.
     *
     * @return the channel
     */
    public static ChannelSpec direct() {
        return new ChannelSpec(
                ChannelKind.DIRECT, Durability.MAPPED, Ownership.SINGLE, OptionalLong.empty(), Optional.empty());
    }

    /**
     * The same channel with another durability.
     *
     * @param level what a written call survives
     * @return the channel
     */
    public ChannelSpec withDurability(Durability level) {
        return new ChannelSpec(kind, level, ownership, segmentSizeBytes, rollEvery);
    }

    /**
     * The same channel with another ownership.
     *
     * @param writers whether the run alone writes it
     * @return the channel
     */
    public ChannelSpec withOwnership(Ownership writers) {
        return new ChannelSpec(kind, durability, writers, segmentSizeBytes, rollEvery);
    }

    /**
     * The same channel with segments of another size.
     *
     * @param sizeBytes the size of a segment file in bytes
     * @return the channel
     */
    public ChannelSpec withSegmentSize(long sizeBytes) {
        return new ChannelSpec(kind, durability, ownership, OptionalLong.of(sizeBytes), rollEvery);
    }

    /**
     * The same channel with a new segment after a time.
     *
     * @param period the time, counted from midnight UTC
     * @return the channel
     */
    public ChannelSpec withRollEvery(Duration period) {
        return new ChannelSpec(kind, durability, ownership, segmentSizeBytes, Optional.of(period));
    }
}
