package io.millrace.load;

import io.millrace.measure.NanoClock;
import io.millrace.measure.Schedule.Ticket;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.LongConsumer;

/** Issues operations from one thread during one phase. */
final class PhaseIssuer {
    private static final VarHandle ISSUED;
    private static final VarHandle PENDING_NS;
    private static final long NOTHING_PENDING = Long.MIN_VALUE;
    private static final int SHORT_WAITS = 50;
    private static final long SHORT_WAIT_NS = 2_000;
    private static final long LONG_WAIT_NS = 50_000;
    /** Polling for longer than this would notice the end of a phase late. */
    private static final long POLL_NS = 10_000_000;
    /** A poll may come back this much late, so it ends early. */
    private static final long POLL_ERROR_NS = 150_000;
    /** How long to wait between two polls, where a poll cannot wait for so short a time. */
    private static final long BETWEEN_POLLS_NS = 5_000;
    /** An operation makes an event of its answer and one of a connection, so a late thread must process more. */
    private static final int EVENTS_WHEN_LATE = 4;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            ISSUED = lookup.findVarHandle(PhaseIssuer.class, "issued", long.class);
            PENDING_NS = lookup.findVarHandle(PhaseIssuer.class, "pendingNs", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final LoadPhase phase;
    private final NanoClock clock;
    private final Workload workload;
    private final TargetSession session;
    /** The session where this thread has to poll it, or null. */
    private final PolledSession polled;

    private final OperationPool pool;
    private final Randomness random = new Randomness();
    private final Lateness lateness = new Lateness();
    private long issued;
    /** When the operation that was claimed last and is not issued yet should begin. */
    private long pendingNs = NOTHING_PENDING;

    /** When this thread last returned from the target, and when it last found an operation free after a wait. */
    private long backNs = Long.MIN_VALUE;

    private long roomNs = Long.MIN_VALUE;
    private long lastInsideNs;
    private volatile IssuerCost cost = IssuerCost.NOTHING;
    private LateCause lastCause = LateCause.BUSY;
    private long lastCausedNs;

    /** Creates one, in the thread that issues. */
    PhaseIssuer(LoadPhase phase, NanoClock clock, Workload workload, TargetSession session, int inFlight) {
        this.phase = phase;
        this.session = session;
        this.polled = session instanceof PolledSession own ? own : null;
        this.clock = clock;
        this.workload = workload;
        this.pool = new OperationPool(phase, clock, inFlight, workload.mostParameters());
    }

    /**
     * Issues operations until the phase is over.
     *
     * @throws Exception if a session that is polled cannot be used any more
     */
    void issue(Mode mode) throws Exception {
        IssuerCost before = IssuerCost.ofThisThread();
        if (mode.hasSchedule()) {
            issueScheduled();
        } else {
            issueClosedLoop();
        }
        cost = IssuerCost.ofThisThread().minus(before);
    }

    private void issueScheduled() throws Exception {
        Ticket ticket = new Ticket();
        while (!phase.isOver() && phase.claim(ticket)) {
            long intendedNs = ticket.intendedNs();
            PENDING_NS.setRelease(this, intendedNs);
            IssuedOperation operation = take();
            if (operation == null) {
                return;
            }
            operation.fill(workload, random, ticket.sequence());
            long nowNs = awaitDue(intendedNs);
            if (phase.isOver()) {
                pool.giveBack(operation);
                return;
            }
            noteLateness(intendedNs, nowNs);
            PENDING_NS.setOpaque(this, NOTHING_PENDING);
            issue(operation, intendedNs, nowNs);
        }
    }

    /**
     * Assigns the cause of lateness. An operation that is late because earlier ones were late has their cause, unless
     * the target delayed the last one; an earlier delay explains at most its own length, the rest is the thread's own.
     */
    private void noteLateness(long intendedNs, long nowNs) {
        long lateNs = nowNs - intendedNs;
        if (lateNs <= Lateness.LATE_NS) {
            causedBy(LateCause.BUSY, 0);
            return;
        }
        if (roomNs > intendedNs) {
            causedBy(LateCause.FULL, lateNs);
        } else if (backNs <= intendedNs) {
            causedBy(LateCause.WOKEN, lateNs);
        } else if (lastInsideNs > Lateness.LATE_NS) {
            causedBy(LateCause.BUSY, lateNs);
        }
        lateness.late(lateNs, lastCause, Math.min(lateNs, lastCausedNs));
    }

    private void causedBy(LateCause cause, long ns) {
        lastCause = cause;
        lastCausedNs = ns;
    }

    private void issueClosedLoop() throws Exception {
        clock.awaitNs(phase.startNs());
        while (!phase.isOver()) {
            IssuedOperation operation = take();
            if (operation == null) {
                return;
            }
            // Within nanoseconds the time now; reading a clock costs as much as all the rest of this loop.
            long number = Math.max(backNs, roomNs) < phase.endNs() ? phase.claimNext() : -1;
            if (number < 0) {
                pool.giveBack(operation);
                return;
            }
            operation.fill(workload, random, number);
            long nowNs = clock.nanoTime();
            issue(operation, nowNs, nowNs);
        }
    }

    private void issue(IssuedOperation operation, long intendedNs, long nowNs) {
        operation.begin(intendedNs, nowNs);
        ISSUED.setRelease(this, issued + 1);
        try {
            session.issue(operation);
        } catch (Throwable e) {
            ForeignErrors.rethrowFatal(e);
            // Since its last use only this thread can have started it again.
            if (operation.isInFlight()) {
                operation.fail(e);
            }
        }
        // A target that waits for its answers has read the clock already.
        long ownEndNs = pool.lastOwnEndNs();
        backNs = ownEndNs >= nowNs ? ownEndNs : clock.nanoTime();
        lastInsideNs = backNs - nowNs;
        lateness.inside(lastInsideNs);
    }

    /** Waits until an operation is due, processing answers meanwhile, and returns the time that it then is. */
    private long awaitDue(long intendedNs) throws Exception {
        if (polled == null) {
            return clock.awaitNs(intendedNs);
        }
        for (int events = 0; ; events++) {
            boolean wasThere = polled.poll(Math.min(POLL_NS, intendedNs - clock.nanoTime() - POLL_ERROR_NS));
            long nowNs = clock.nanoTime();
            if (phase.isOver()) {
                return nowNs;
            } else if (nowNs >= intendedNs) {
                if (!wasThere || events >= EVENTS_WHEN_LATE) {
                    return nowNs;
                }
            } else if (!wasThere) {
                clock.awaitNs(Math.min(intendedNs, nowNs + BETWEEN_POLLS_NS));
            }
        }
    }

    /** Returns a free operation, waiting for one if need be; null when the phase is over. */
    private IssuedOperation take() throws Exception {
        IssuedOperation free = takeNow();
        for (int waits = 0; free == null; waits++) {
            if (phase.isOver() || isPastEnd()) {
                return null;
            }
            if (polled != null) {
                polled.poll(pollNs());
            } else if (waits < SHORT_WAITS) {
                clock.awaitNs(clock.nanoTime() + SHORT_WAIT_NS);
            } else {
                clock.sleepNs(clock.nanoTime() + LONG_WAIT_NS);
            }
            free = takeNow();
            roomNs = free == null ? roomNs : clock.nanoTime();
        }
        return free;
    }

    private IssuedOperation takeNow() {
        return polled == null || polled.hasRoom() ? pool.take() : null;
    }

    /** Returns how long to poll, so that the ends of the phase and of a closed loop are noticed in time. */
    private long pollNs() {
        return pendingNs == NOTHING_PENDING ? Math.min(POLL_NS, phase.endNs() - clock.nanoTime()) : POLL_NS;
    }

    /**
     * Returns whether a closed loop has reached its end; operations that are due by a schedule may be issued after it.
     */
    private boolean isPastEnd() {
        return pendingNs == NOTHING_PENDING && clock.nanoTime() >= phase.endNs();
    }

    /** Returns how many operations were issued; any thread. */
    long issued() {
        return (long) ISSUED.getAcquire(this);
    }

    /** Calls with the time of the operation that was claimed and never issued, if there is one. */
    void pending(LongConsumer visitor) {
        long pending = (long) PENDING_NS.getAcquire(this);
        if (pending != NOTHING_PENDING) {
            visitor.accept(pending);
        }
    }

    /** Returns the cost of issuing, zero until it has ended. */
    IssuerCost cost() {
        return cost;
    }

    OperationPool pool() {
        return pool;
    }

    Lateness lateness() {
        return lateness;
    }
}
