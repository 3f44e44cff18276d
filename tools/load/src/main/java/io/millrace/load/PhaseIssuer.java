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
    private final OperationPool pool;
    private final Randomness random = new Randomness();
    private final Lateness lateness = new Lateness();
    private long issued;
    /** When the operation that was claimed last and is not issued yet should begin. */
    private long pendingNs = NOTHING_PENDING;

    /** When this thread last came back from the target, and when it last found an operation free after a wait. */
    private long backNs = Long.MIN_VALUE;

    private long roomNs = Long.MIN_VALUE;
    private long lastInsideNs;
    private volatile IssuerCost cost = IssuerCost.NOTHING;
    private LateCause lastCause = LateCause.BUSY;
    private long lastCausedNs;

    /** Creates one, in the thread that issues. */
    PhaseIssuer(LoadPhase phase, NanoClock clock, Workload workload, int inFlight) {
        this.phase = phase;
        this.clock = clock;
        this.workload = workload;
        this.pool = new OperationPool(phase, clock, inFlight, workload.mostParameters());
    }

    /** Issues until the phase is over. */
    void issue(TargetSession session, Mode mode) {
        IssuerCost before = IssuerCost.ofThisThread();
        if (mode.hasSchedule()) {
            issueScheduled(session);
        } else {
            issueClosedLoop(session);
        }
        cost = IssuerCost.ofThisThread().minus(before);
    }

    private void issueScheduled(TargetSession session) {
        Ticket ticket = new Ticket();
        while (!phase.isOver() && phase.claim(ticket)) {
            long intendedNs = ticket.intendedNs();
            PENDING_NS.setRelease(this, intendedNs);
            IssuedOperation operation = take();
            if (operation == null) {
                return;
            }
            operation.fill(workload, random, ticket.sequence());
            long nowNs = clock.awaitNs(intendedNs);
            if (phase.isOver()) {
                pool.giveBack(operation);
                return;
            }
            noteLateness(intendedNs, nowNs);
            PENDING_NS.setOpaque(this, NOTHING_PENDING);
            issue(session, operation, intendedNs, nowNs);
        }
    }

    /**
     * One that is late because those before it were has their cause, unless the target took its own time with the last;
     * but what made one late by some time makes none later than that: the rest is the thread's own.
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

    private void issueClosedLoop(TargetSession session) {
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
            issue(session, operation, nowNs, nowNs);
        }
    }

    private void issue(TargetSession session, IssuedOperation operation, long intendedNs, long nowNs) {
        operation.begin(intendedNs, nowNs);
        ISSUED.setRelease(this, issued + 1);
        try {
            session.issue(operation);
        } catch (Exception e) {
            // Between this and its last use nobody but this thread can have begun it anew.
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

    /** Returns a free operation, waiting for one if need be; null when the phase is over. */
    private IssuedOperation take() {
        IssuedOperation free = pool.take();
        for (int waits = 0; free == null; waits++) {
            if (phase.isOver() || isPastEnd()) {
                return null;
            }
            if (waits < SHORT_WAITS) {
                clock.awaitNs(clock.nanoTime() + SHORT_WAIT_NS);
            } else {
                clock.sleepNs(clock.nanoTime() + LONG_WAIT_NS);
            }
            free = pool.take();
            roomNs = free == null ? roomNs : clock.nanoTime();
        }
        return free;
    }

    /** A closed loop issues nothing after the end; what is due by a schedule may still be issued then. */
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

    /** Returns what issuing took, nothing while it goes on. */
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
