package io.millrace.service;

import io.millrace.channel.Channel;
import io.millrace.channel.EpochClock;
import io.millrace.journal.Journal;

/**
 * Bounds how long a call waits because of clocks. Calls of several inputs are taken by the times at which they were
 * written, and those may be times of different machines: an input whose clock is late would be preferred for as long
 * as it has calls. So where a call has been passed over {@link #PASSES} times, the end of each other input is noted,
 * and nothing that arrives after that is taken before it. What is noted is where journals end and, for an input in
 * memory, the time here, by which its calls are written; no clock of another machine counts. A call thus waits for what
 * there was already, and for calls of that kind of the other inputs, but not for what comes after it.
 *
 * <p>Used by the thread of the service. The order in which calls are taken is recorded in the output.
 */
final class ArrivalOrder {

    /** How often a call is passed over until it is noted what was there before it. */
    static final int PASSES = 64;

    private final Channel[] channels;
    private final EpochClock clock;

    /** How often the next call of each input was passed over since the last one was taken. */
    private final int[] passes;

    /** The number of the note of what was there before the next call of an input; 0 where there is none. */
    private final long[] notedAs;

    /** For an input, the last index, or the time, that was there in each other input. */
    private final long[][] ends;

    private long noted;

    ArrivalOrder(Channel[] channels, EpochClock clock) {
        this.channels = channels;
        this.clock = clock;
        this.passes = new int[channels.length];
        this.notedAs = new long[channels.length];
        this.ends = new long[channels.length][channels.length];
    }

    /** Notes that a call of an input was ready, and another one is taken. */
    void passedOver(int input) {
        if (notedAs[input] != 0 || ++passes[input] < PASSES) {
            return;
        }
        notedAs[input] = ++noted;
        long nowNs = clock.nowNs();
        for (int other = 0; other < channels.length; other++) {
            Journal journal = channels[other].journal().orElse(null);
            ends[input][other] = journal == null ? nowNs : journal.lastIndex();
        }
    }

    /** Notes that the call of an input is taken. */
    void taken(int input) {
        passes[input] = 0;
        notedAs[input] = 0;
    }

    /**
     * Returns whether the ready call of an input waits since before another one arrived.
     *
     * @param input an input with a ready call
     * @param other the input of the other call
     * @param index the index of the other call
     * @param timeNs when the other call was written
     */
    boolean isBefore(int input, int other, long index, long timeNs) {
        if (notedAs[input] == 0) {
            return false;
        }
        boolean isJournal = channels[other].journal().isPresent();
        return (isJournal ? index : timeNs) > ends[input][other];
    }

    /** Returns whether the note for an input is older than that for another one; both have one. */
    boolean isNotedBefore(int input, int other) {
        return notedAs[input] < notedAs[other];
    }
}
