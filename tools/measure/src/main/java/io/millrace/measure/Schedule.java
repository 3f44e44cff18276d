package io.millrace.measure;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;

/**
 * When each operation of a run should begin: shared by all threads that issue operations, each of which claims the next
 * one, waits until it is due, and begins it. The times depend on the arrivals and the start alone and are never put
 * off: a thread that was held up finds its next operation overdue, and latency counts from when it should have begun.
 *
 * <p>For any number of threads. A claim allocates nothing. Of constant arrivals a claim is one atomic addition, and the
 * time follows from the number, by small steps from the one that the thread had before ({@link RateSteps}); other
 * arrivals come one after the other, under a lock.
 */
public final class Schedule {
    private static final VarHandle TAKEN;

    static {
        try {
            TAKEN = MethodHandles.lookup().findVarHandle(Schedule.class, "taken", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Of constant arrivals; else null. */
    private final Rate rate;
    /** Of other arrivals; else null. */
    private final ArrivalTimes times;

    private final long startNs;
    private final long durationNs;
    private final long firstSequence;
    /** How many there are: of constant arrivals exactly, of others at most. */
    private final long limit;
    /** Of constant arrivals, how often the next one was asked for; each thread may ask once more than there are. */
    private volatile long taken;

    private long claimed;
    private long nextNs;

    /** What a thread has claimed; each thread has its own. */
    public static final class Ticket {
        private final RateSteps steps = new RateSteps();
        private Schedule of;
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
            throw new MeasureException("schedule out of range durationNs=" + durationNs + " limit=" + limit
                    + " firstSequence=" + firstSequence);
        }
        this.startNs = startNs;
        this.durationNs = durationNs;
        this.firstSequence = firstSequence;
        if (Objects.requireNonNull(arrivals) instanceof ConstantArrivals(Rate constant)) {
            this.rate = constant;
            this.times = null;
            this.limit = Math.min(limit, constant.countWithin(durationNs));
        } else {
            this.rate = null;
            this.times = arrivals.times();
            this.limit = limit;
            this.nextNs = times.nextNs();
        }
    }

    /** Claims the next operation; false when there is none left. */
    public boolean claim(Ticket ticket) {
        if (rate == null) {
            return claimNext(ticket);
        }
        long number = (long) TAKEN.getAndAdd(this, 1L);
        if (number >= limit) {
            return false;
        }
        if (ticket.of != this) {
            ticket.of = this;
            ticket.steps.start(rate);
        }
        ticket.sequence = firstSequence + number;
        ticket.intendedNs = startNs + ticket.steps.offsetNs(number);
        return true;
    }

    private synchronized boolean claimNext(Ticket ticket) {
        if (claimed >= limit || nextNs >= durationNs || nextNs == ArrivalTimes.END) {
            return false;
        }
        ticket.sequence = firstSequence + claimed;
        ticket.intendedNs = startNs + nextNs;
        claimed++;
        nextNs = times.nextNs();
        return true;
    }

    /** Returns how many operations have been claimed. */
    public long claimed() {
        if (rate != null) {
            return Math.min(taken, limit);
        }
        synchronized (this) {
            return claimed;
        }
    }

    /** Returns the first time of the schedule, on the clock of the run. */
    public long startNs() {
        return startNs;
    }
}
