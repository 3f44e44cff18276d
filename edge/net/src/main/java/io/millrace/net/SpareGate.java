package io.millrace.net;

import io.millrace.journal.Journal;
import io.millrace.replication.LogPosition;
import io.millrace.replication.Spare;
import java.util.Collection;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Holds a channel back from the spare until that has what the channel is made of, so that the spare never has an output
 * whose input it lacks.
 *
 * <p>It notes the end of the channel first and then those of its inputs: whatever the channel has up to there was made
 * of what the inputs have by then. Once the spare has acknowledged the inputs up to their ends, it may be sent the
 * channel up to its own.
 *
 * <p>In the same way it notes the ends of all channels when segments of this one were removed: what made them needless,
 * such as a snapshot in another channel, is before these ends, and the spare keeps the segments until it has it.
 *
 * <p>Used under the lock of the channel's member.
 */
final class SpareGate implements Spare.Gate {

    private final LongSupplier end;
    private final List<SentChannel> inputs;
    private final Collection<SentChannel> all;
    private final long[] lastIndexes;
    private long limit = LogPosition.NONE;
    private long notedEnd;
    private boolean noted;

    /** The segment with which the channel was found to begin last, and the ends of all channels then. */
    private long firstKept;

    private long[] reasons;

    /**
     * Creates a gate.
     *
     * @param end returns the end of the channel
     * @param inputs the channels of this host that it is made of
     * @param all the channels of this host, also those that are added later
     */
    SpareGate(LongSupplier end, List<SentChannel> inputs, Collection<SentChannel> all) {
        this.end = end;
        this.inputs = List.copyOf(inputs);
        this.all = all;
        this.lastIndexes = new long[inputs.size()];
    }

    @Override
    public long limit() {
        if (inputs.isEmpty()) {
            return Long.MAX_VALUE;
        }
        if (noted && areHeld()) {
            limit = notedEnd;
            noted = false;
        }
        if (!noted) {
            note();
        }
        return limit;
    }

    private boolean areHeld() {
        return areHeld(inputs, lastIndexes);
    }

    private static boolean areHeld(Collection<SentChannel> channels, long[] upTo) {
        int i = 0;
        for (SentChannel channel : channels) {
            if (channel.heldBySpare() <= upTo[i++]) {
                return false;
            }
        }
        return true;
    }

    private void note() {
        notedEnd = end.getAsLong();
        noted = note(inputs, lastIndexes);
    }

    private static boolean note(Collection<SentChannel> channels, long[] ends) {
        int i = 0;
        for (SentChannel channel : channels) {
            Journal journal = channel.journal();
            if (journal == null) {
                return false; // it is not open yet
            }
            ends[i++] = journal.lastIndex();
        }
        return true;
    }

    @Override
    public boolean holdsReasons(long segment) {
        if (reasons == null || segment != firstKept) {
            long[] ends = new long[all.size()];
            if (!note(all, ends)) {
                return false;
            }
            reasons = ends;
            firstKept = segment;
        }
        return areHeld(all, reasons);
    }

    @Override
    public void joined() {
        limit = LogPosition.NONE;
        noted = false;
    }
}
