package io.millrace.channel;

import io.millrace.journal.JournalOptions;
import io.millrace.wire.WireLimits;
import io.millrace.wire.WireTypes;
import java.util.Objects;
import java.util.Optional;

/**
 * How a channel is opened.
 *
 * @param journal options of the journal, such as ownership, durability and rolling
 * @param types the types that may be written besides the types of the interfaces
 * @param limits the bounds of a message
 * @param clock the time at which messages are written
 * @param encryption the keys with which messages are encrypted, if they are
 * @param end whether the end of the channel is recorded in it, for readers in other processes
 */
public record ChannelOptions(
        JournalOptions journal,
        WireTypes types,
        WireLimits limits,
        EpochClock clock,
        Optional<ChannelEncryption> encryption,
        EndRecord end) {

    /** Whether the end of a channel is recorded in it. */
    public enum EndRecord {
        /** It is not: readers of the same process alone know it. */
        NONE,
        /** It is, by a record after the last call. */
        WRITTEN
    }

    private static final ChannelOptions DEFAULTS = new ChannelOptions(
            JournalOptions.defaults(),
            WireTypes.none(),
            WireLimits.defaults(),
            EpochClock.system(),
            Optional.empty(),
            EndRecord.NONE);

    /** Checks that nothing is null. */
    public ChannelOptions {
        Objects.requireNonNull(journal, "journal");
        Objects.requireNonNull(types, "types");
        Objects.requireNonNull(limits, "limits");
        Objects.requireNonNull(clock, "clock");
        Objects.requireNonNull(encryption, "encryption");
        Objects.requireNonNull(end, "end");
    }

    /**
     * Returns a journal with its defaults, no further types, the default limits and the clock of this machine. The
     * first opening takes a segment of 64 MiB from the disk; {@link JournalOptions#withSegmentSizeBytes} makes it
     * smaller.
     */
    public static ChannelOptions defaults() {
        return DEFAULTS;
    }

    /** Returns these options with another journal. */
    public ChannelOptions withJournal(JournalOptions options) {
        return new ChannelOptions(options, types, limits, clock, encryption, end);
    }

    /** Returns these options with other types. */
    public ChannelOptions withTypes(WireTypes allowed) {
        return new ChannelOptions(journal, allowed, limits, clock, encryption, end);
    }

    /** Returns these options with other limits. */
    public ChannelOptions withLimits(WireLimits bounds) {
        return new ChannelOptions(journal, types, bounds, clock, encryption, end);
    }

    /** Returns these options with another clock. */
    public ChannelOptions withClock(EpochClock epochClock) {
        return new ChannelOptions(journal, types, limits, epochClock, encryption, end);
    }

    /** Returns these options with messages encrypted. */
    public ChannelOptions withEncryption(ChannelEncryption by) {
        return new ChannelOptions(journal, types, limits, clock, Optional.of(by), end);
    }

    /**
     * Returns these options with the end recorded in the channel: {@link Channel#markEnded()} writes a record, which
     * copies on other machines get too.
     */
    public ChannelOptions withRecordedEnd() {
        return new ChannelOptions(journal, types, limits, clock, encryption, EndRecord.WRITTEN);
    }
}
