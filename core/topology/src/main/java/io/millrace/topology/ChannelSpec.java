package io.millrace.topology;

import io.millrace.journal.Durability;
import io.millrace.journal.Ownership;
import io.millrace.journal.RetentionPolicy;
import io.millrace.journal.RollPeriod;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A channel of a topology.
 *
 * @param kind how it carries calls
 * @param queueSizeBytes the size of its memory in bytes, for {@link ChannelKind#QUEUE} alone; what follows is for
 *     {@link ChannelKind#JOURNAL} alone
 * @param durability what a written call survives; a channel that a gateway reads must be {@code SYNCED}
 * @param ownership whether the run alone writes it, or other processes may write it as well
 * @param segmentSizeBytes the size of its segment files in bytes, or empty for the journal's default
 * @param rollEvery the period after which a new segment begins, independent of the size
 * @param retention which segments may be deleted; segments that a restart needs are kept, unless readers are ignored
 * @param encryption by which keys its messages are encrypted, if they are
 * @param formerly the names that it had as a queue; as a journal it is known by what is in its directory, which is
 *     renamed with it
 * @param host the host that owns it, where no component writes it; empty else, and where the topology has no hosts
 */
public record ChannelSpec(
        ChannelKind kind,
        int queueSizeBytes,
        Durability durability,
        Ownership ownership,
        OptionalLong segmentSizeBytes,
        RollPeriod rollEvery,
        RetentionPolicy retention,
        Optional<EncryptionSpec> encryption,
        List<String> formerly,
        Optional<String> host) {

    /** The size of a queue's memory where none is given. */
    public static final int DEFAULT_QUEUE_SIZE_BYTES = 1 << 20;

    /** Checks that nothing is null. */
    public ChannelSpec {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(durability, "durability");
        Objects.requireNonNull(ownership, "ownership");
        Objects.requireNonNull(segmentSizeBytes, "segmentSizeBytes");
        Objects.requireNonNull(rollEvery, "rollEvery");
        Objects.requireNonNull(retention, "retention");
        Objects.requireNonNull(encryption, "encryption");
        formerly = List.copyOf(formerly);
        Objects.requireNonNull(host, "host");
    }

    /**
     * Returns a journal with default settings.
     *
     * @return the channel
     */
    public static ChannelSpec journal() {
        return of(ChannelKind.JOURNAL);
    }

    /**
     * Returns a queue in memory with {@value #DEFAULT_QUEUE_SIZE_BYTES} bytes.
     *
     * @return the channel
     */
    public static ChannelSpec queue() {
        return of(ChannelKind.QUEUE);
    }

    /**
     * Returns a channel whose one reader is called directly.
     *
     * @return the channel
     */
    public static ChannelSpec direct() {
        return of(ChannelKind.DIRECT);
    }

    private static ChannelSpec of(ChannelKind kind) {
        return new ChannelSpec(
                kind,
                DEFAULT_QUEUE_SIZE_BYTES,
                Durability.MAPPED,
                Ownership.SINGLE,
                OptionalLong.empty(),
                RollPeriod.NONE,
                RetentionPolicy.keepAll(),
                Optional.empty(),
                List.of(),
                Optional.empty());
    }

    /**
     * Returns the same channel with a queue of another size.
     *
     * @param sizeBytes the size of its memory in bytes, a power of two from 4 KiB to 1 GiB
     * @return the channel
     */
    public ChannelSpec withQueueSize(int sizeBytes) {
        return new ChannelSpec(
                kind,
                sizeBytes,
                durability,
                ownership,
                segmentSizeBytes,
                rollEvery,
                retention,
                encryption,
                formerly,
                host);
    }

    /**
     * Returns the same channel with another durability.
     *
     * @param level what a written call survives
     * @return the channel
     */
    public ChannelSpec withDurability(Durability level) {
        return new ChannelSpec(
                kind,
                queueSizeBytes,
                level,
                ownership,
                segmentSizeBytes,
                rollEvery,
                retention,
                encryption,
                formerly,
                host);
    }

    /**
     * Returns the same channel with another ownership.
     *
     * @param writers whether the run alone writes it
     * @return the channel
     */
    public ChannelSpec withOwnership(Ownership writers) {
        return new ChannelSpec(
                kind,
                queueSizeBytes,
                durability,
                writers,
                segmentSizeBytes,
                rollEvery,
                retention,
                encryption,
                formerly,
                host);
    }

    /**
     * Returns the same channel with segments of another size.
     *
     * @param sizeBytes the size of a segment file in bytes
     * @return the channel
     */
    public ChannelSpec withSegmentSize(long sizeBytes) {
        return new ChannelSpec(
                kind,
                queueSizeBytes,
                durability,
                ownership,
                OptionalLong.of(sizeBytes),
                rollEvery,
                retention,
                encryption,
                formerly,
                host);
    }

    /**
     * Returns the same channel with a new segment after a time.
     *
     * @param period when
     * @return the channel
     */
    public ChannelSpec withRollEvery(RollPeriod period) {
        return new ChannelSpec(
                kind,
                queueSizeBytes,
                durability,
                ownership,
                segmentSizeBytes,
                period,
                retention,
                encryption,
                formerly,
                host);
    }

    /**
     * Returns the same channel with another retention.
     *
     * @param policy which segments may go
     * @return the channel
     */
    public ChannelSpec withRetention(RetentionPolicy policy) {
        return new ChannelSpec(
                kind,
                queueSizeBytes,
                durability,
                ownership,
                segmentSizeBytes,
                rollEvery,
                policy,
                encryption,
                formerly,
                host);
    }

    /**
     * Returns the same channel with encrypted messages.
     *
     * @param by the keys
     * @return the channel
     */
    public ChannelSpec withEncryption(EncryptionSpec by) {
        return new ChannelSpec(
                kind,
                queueSizeBytes,
                durability,
                ownership,
                segmentSizeBytes,
                rollEvery,
                retention,
                Optional.of(by),
                formerly,
                host);
    }

    /**
     * Returns the same channel with the former names that it had as a queue.
     *
     * @param names its former names; they stay as long as outputs made from it at that time exist
     * @return the channel
     */
    public ChannelSpec formerly(String... names) {
        return new ChannelSpec(
                kind,
                queueSizeBytes,
                durability,
                ownership,
                segmentSizeBytes,
                rollEvery,
                retention,
                encryption,
                List.of(names),
                host);
    }

    /**
     * Returns the same journal, which no component writes, on a host: processes there write it.
     *
     * @param name the name of the host
     * @return the channel
     */
    public ChannelSpec onHost(String name) {
        return new ChannelSpec(
                kind,
                queueSizeBytes,
                durability,
                ownership,
                segmentSizeBytes,
                rollEvery,
                retention,
                encryption,
                formerly,
                Optional.of(name));
    }
}
