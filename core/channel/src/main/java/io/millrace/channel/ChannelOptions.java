package io.millrace.channel;

import io.millrace.journal.JournalOptions;
import io.millrace.wire.WireLimits;
import io.millrace.wire.WireTypes;
import java.util.Objects;

/**
 * How a channel is opened.
 *
 * @param journal ownership, durability and rolling of the journal behind it
 * @param types the types that may be written besides those that the interfaces name
 * @param limits the bounds of a message
 * @param clock tells when messages are written
 */
public record ChannelOptions(JournalOptions journal, WireTypes types, WireLimits limits, EpochClock clock) {

    private static final ChannelOptions DEFAULTS =
            new ChannelOptions(JournalOptions.defaults(), WireTypes.none(), WireLimits.defaults(), EpochClock.system());

    /** Checks that nothing is null. */
    public ChannelOptions {
        Objects.requireNonNull(journal, "journal");
        Objects.requireNonNull(types, "types");
        Objects.requireNonNull(limits, "limits");
        Objects.requireNonNull(clock, "clock");
    }

    /** A journal with its defaults, no further types, the default limits and the clock of this machine. */
    public static ChannelOptions defaults() {
        return DEFAULTS;
    }

    /** Returns these options with another journal. */
    public ChannelOptions withJournal(JournalOptions options) {
        return new ChannelOptions(options, types, limits, clock);
    }

    /** Returns these options with other types. */
    public ChannelOptions withTypes(WireTypes allowed) {
        return new ChannelOptions(journal, allowed, limits, clock);
    }

    /** Returns these options with other limits. */
    public ChannelOptions withLimits(WireLimits bounds) {
        return new ChannelOptions(journal, types, bounds, clock);
    }

    /** Returns these options with another clock. */
    public ChannelOptions withClock(EpochClock epochClock) {
        return new ChannelOptions(journal, types, limits, epochClock);
    }
}
