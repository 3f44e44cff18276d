package io.millrace.measure;

import java.util.Objects;

/**
 * When each operation of a run should begin: shared by all threads that issue operations, each of which claims the next
 * one, waits until it is due, and begins it. The times depend on the arrivals and the start alone and are never put
 * off: a thread that was held up finds its next operation overdue, and latency counts from when it should have begun.
 *
 * <p>For any number of threads. A claim allocates nothing.
 */
public final class Schedule {
    private final ArrivalTimes times;
    private final long startNs;
    private final long durationNs;
    private final long firstSequence;
    private final long limit;
    private long claimed;
    private long nextNs;

    /** What a thread has claimed; each thread has its own. */
    public static final class Ticket {
        private long sequence = -1;
        private long intendedNs;

        /** Creates one that has claimed nothing yet. */
        public Ticket() {}

        /** Returns the number of the operation. */
        public long sequence() {
            return sequence;
        }

        /** Returns when it should begin, on the clock of the run. */
        public long intendedNs() {
            return intendedNs;
        }
    }

    /**
     * Creates a schedule of the arrivals that come before a duration is over, and of no more than a number of them.
     *
     * @param arrivals how operations arrive
     * @param startNs when the first arrival's time counts from, on the clock of the run
     * @param durationNs the length in nanoseconds, from 1; {@link Long#MAX_VALUE} for no bound
     * @param limit the largest number of operations, from 1; {@link Long#MAX_VALUE} for no bound
     * @param firstSequence the number of the first operation, from 0
     */
    public Schedule(Arrivals arrivals, long startNs, long durationNs, long limit, long firstSequence) {
        if (durationNs < 1 || limit < 1 || firstSequence < 0) {
            throw new MeasureException("schedule out of range: durationNs=" + durationNs + " limit=" + limit
                    + " firstSequence=" + firstSequence);
        }
        this.times = Objects.requireNonNull(arrivals).times();
        this.startNs = startNs;
        this.durationNs = durationNs;
        this.limit = limit;
        this.firstSequence = firstSequence;
        this.nextNs = times.nextNs();
    }

    /** Claims the next operation; false when there is none left. */
    public synchronized boolean claim(Ticket ticket) {
        if (isOver()) {
            return false;
        }
        ticket.sequence = firstSequence + claimed;
        ticket.intendedNs = startNs + nextNs;
        claimed++;
        nextNs = times.nextNs();
        return true;
    }

    /** Returns how many operations have been claimed. */
    public synchronized long claimed() {
        return claimed;
    }

    /** Returns the first time of the schedule, on the clock of the run. */
    public long startNs() {
        return startNs;
    }

    private boolean isOver() {
        return claimed >= limit || nextNs >= durationNs || nextNs == ArrivalTimes.END;
    }
}
