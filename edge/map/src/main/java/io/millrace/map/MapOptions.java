package io.millrace.map;

import io.millrace.journal.Durability;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.Ownership;
import io.millrace.wire.WireLimits;
import io.millrace.wire.WireTypes;
import java.time.Duration;
import java.util.Objects;

/**
 * How a map is opened. No option is fixed for the life of a map: each opening may choose anew.
 *
 * @param durability the durability that each change reaches without a further call; for a map that is opened for
 *     reading only, the durability that a change must have before it is seen
 * @param segmentSizeBytes the size of the files of the journal, 64 KiB to 1 GiB, a multiple of 4096; an entry has a
 *     quarter of it at most
 * @param maxKeyBytes the longest encoded key in bytes, 1 to 1 MiB
 * @param keyHash the hash by which keys are found
 * @param types the types that keys and values may contain besides those that their classes declare
 * @param compaction whether changes let space be reclaimed
 * @param order whether ranges of keys can be asked for
 * @param limits the bounds of keys and values that are written, and of those that are handed out; an opening reads any
 * @param ownership whether this is the only object that changes the map, or one of several in any processes of one
 *     machine, which all open it {@code SHARED}
 * @param fenceAfter how long a process that was stopped in the middle of a change delays the changes of others; one
 *     that was killed delays them less
 */
public record MapOptions(
        Durability durability,
        long segmentSizeBytes,
        int maxKeyBytes,
        KeyHash keyHash,
        WireTypes types,
        Compaction compaction,
        KeyOrder order,
        WireLimits limits,
        Ownership ownership,
        Duration fenceAfter) {

    /** The highest bound of an encoded key: 1 MiB. */
    public static final int LONGEST_KEY_BYTES = 1 << 20;

    private static final int DEFAULT_KEY_BYTES = 1 << 16;

    private static final MapOptions DEFAULTS = new MapOptions(
            Durability.MAPPED,
            JournalOptions.defaults().segmentSizeBytes(),
            DEFAULT_KEY_BYTES,
            KeyHash.SIP,
            WireTypes.none(),
            Compaction.ON,
            KeyOrder.NONE,
            WireLimits.defaults(),
            Ownership.SINGLE,
            Duration.ofSeconds(1));

    /** Checks the sizes, and that nothing is null. */
    public MapOptions {
        Objects.requireNonNull(durability, "durability");
        Objects.requireNonNull(keyHash, "keyHash");
        Objects.requireNonNull(types, "types");
        Objects.requireNonNull(compaction, "compaction");
        Objects.requireNonNull(order, "order");
        Objects.requireNonNull(limits, "limits");
        Objects.requireNonNull(ownership, "ownership");
        JournalOptions.defaults().withSegmentSizeBytes(segmentSizeBytes).withFenceAfter(fenceAfter); // or throws
        if (maxKeyBytes < 1 || maxKeyBytes > LONGEST_KEY_BYTES) {
            throw new MapException(
                    "longest key must be 1 to " + LONGEST_KEY_BYTES + " bytes maxKeyBytes=" + maxKeyBytes);
        }
    }

    /** Returns {@code MAPPED}, files of 64 MiB, keys of up to 64 KiB, SipHash, compaction, no ranges, one owner. */
    public static MapOptions defaults() {
        return DEFAULTS;
    }

    /** Returns these options with another durability. */
    public MapOptions withDurability(Durability value) {
        return new MapOptions(
                value, segmentSizeBytes, maxKeyBytes, keyHash, types, compaction, order, limits, ownership, fenceAfter);
    }

    /** Returns these options with another size of files. */
    public MapOptions withSegmentSizeBytes(long value) {
        return new MapOptions(
                durability, value, maxKeyBytes, keyHash, types, compaction, order, limits, ownership, fenceAfter);
    }

    /** Returns these options with another bound of keys. */
    public MapOptions withMaxKeyBytes(int value) {
        return new MapOptions(
                durability, segmentSizeBytes, value, keyHash, types, compaction, order, limits, ownership, fenceAfter);
    }

    /** Returns these options with another hash. */
    public MapOptions withKeyHash(KeyHash value) {
        return new MapOptions(
                durability,
                segmentSizeBytes,
                maxKeyBytes,
                value,
                types,
                compaction,
                order,
                limits,
                ownership,
                fenceAfter);
    }

    /** Returns these options with other types. */
    public MapOptions withTypes(WireTypes value) {
        return new MapOptions(
                durability,
                segmentSizeBytes,
                maxKeyBytes,
                keyHash,
                value,
                compaction,
                order,
                limits,
                ownership,
                fenceAfter);
    }

    /** Returns these options with compaction on or off. */
    public MapOptions withCompaction(Compaction value) {
        return new MapOptions(
                durability, segmentSizeBytes, maxKeyBytes, keyHash, types, value, order, limits, ownership, fenceAfter);
    }

    /** Returns these options with an ordered index or without one. */
    public MapOptions withOrder(KeyOrder value) {
        return new MapOptions(
                durability,
                segmentSizeBytes,
                maxKeyBytes,
                keyHash,
                types,
                compaction,
                value,
                limits,
                ownership,
                fenceAfter);
    }

    /** Returns these options with other limits. */
    public MapOptions withLimits(WireLimits value) {
        return new MapOptions(
                durability,
                segmentSizeBytes,
                maxKeyBytes,
                keyHash,
                types,
                compaction,
                order,
                value,
                ownership,
                fenceAfter);
    }

    /** Returns these options with another ownership. */
    public MapOptions withOwnership(Ownership value) {
        return new MapOptions(
                durability,
                segmentSizeBytes,
                maxKeyBytes,
                keyHash,
                types,
                compaction,
                order,
                limits,
                value,
                fenceAfter);
    }

    /** Returns these options with another time after which a stopped process is fenced. */
    public MapOptions withFenceAfter(Duration value) {
        return new MapOptions(
                durability, segmentSizeBytes, maxKeyBytes, keyHash, types, compaction, order, limits, ownership, value);
    }
}
