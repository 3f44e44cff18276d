package io.millrace.measure;

import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * The operations of a run that are in flight, in a ring by number, and the counts of the others.
 *
 * <p>The thread that issues an operation writes its times into the slot and then, with release order, its number with
 * the mark {@code OPEN}. The completing thread reads the number with acquire order, then the times, and closes the
 * operation by a compare-and-set from open to closed, so that of two samples only one counts. An operation that is
 * still open when its slot is reused is lost: it is neither completed nor failed, which at the end makes it unfinished.
 */
final class InFlightOperations {
    private static final long EMPTY = 0;
    private static final long OPEN = 0;
    private static final long CLOSED = 1;

    private final int mask;
    private final AtomicLongArray states;
    private final long[] intendedNs;
    private final long[] startedNs;
    private final LatencyRecorder response;
    private final LatencyRecorder service;
    private final LatencyRecorder waiting;
    private final LatencyRecorder failures;
    private final LatencyRecorder unissued;
    private final LongAdder issued = new LongAdder();
    private final LongAdder completed = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder unmatched = new LongAdder();
    /** Of the threads that issue operations which are over when their call returns. */
    private final List<IssuerTimes> issuers = new CopyOnWriteArrayList<>();

    private volatile long firstSequence;
    private volatile boolean isMeasured;

    InFlightOperations(String name, int capacity, Runnable onNewThread) {
        mask = capacity - 1;
        states = new AtomicLongArray(capacity);
        intendedNs = new long[capacity];
        startedNs = new long[capacity];
        response = new LatencyRecorder(name + "-rt", onNewThread);
        service = new LatencyRecorder(name + "-st", onNewThread);
        waiting = new LatencyRecorder(name + "-wt", onNewThread);
        failures = new LatencyRecorder(name + "-err-rt", onNewThread);
        unissued = new LatencyRecorder(name + "-unissued", onNewThread);
    }

    /** Returns response, service and waiting times, those of failures, and the ages of operations never issued. */
    List<LatencyRecorder> recorders() {
        return List.of(response, service, waiting, failures, unissued);
    }

    /** Begins a warm-up, of which nothing is recorded, or a run. */
    void start(long first, boolean measured) {
        firstSequence = first;
        isMeasured = measured;
        issuers.clear();
        recorders().forEach(LatencyRecorder::reset);
        issued.reset();
        completed.reset();
        failed.reset();
        unmatched.reset();
    }

    void begin(long sequence, long intended, long started) {
        int slot = (int) sequence & mask;
        // A thread that still reads the times of the slot's earlier operation must not close it with the new ones.
        states.setOpaque(slot, EMPTY);
        VarHandle.storeStoreFence();
        intendedNs[slot] = intended;
        startedNs[slot] = started;
        states.setRelease(slot, state(sequence, OPEN));
        issued.increment();
        if (isMeasured) {
            waiting.record(started - intended);
        }
    }

    /** Returns a thread's counters of calls that are not in the ring. Until the next start. */
    IssuerTimes newIssuer() {
        IssuerTimes issuer = new IssuerTimes();
        issuers.add(issuer);
        return issuer;
    }

    /** Records a call that is over. */
    void returnedCall(IssuerTimes issuer, long intended, long started, long nowNs) {
        if (isMeasured) {
            issuer.returned(intended, started, nowNs);
        } else {
            issuer.returned();
        }
    }

    /** Records a call that failed. */
    void failedCall(IssuerTimes issuer, long intended, long started, long nowNs) {
        issuer.failed();
        if (isMeasured) {
            waiting.record(started - intended);
            failures.record(nowNs - intended);
        }
    }

    /** Moves the times of the issuing threads to the recorders. */
    void gather() {
        for (IssuerTimes issuer : issuers) {
            issuer.gather(times -> {
                response.add(times.response, times.clamped());
                service.add(times.service, 0);
                waiting.add(times.waiting, 0);
            });
        }
    }

    /** Records how late those calls began that have not returned; after the run. */
    void unfinishedCalls() {
        for (IssuerTimes issuer : issuers) {
            if (isMeasured && issuer.issued() > issuer.completed() + issuer.failedCount()) {
                waiting.record(issuer.waitingNs());
            }
        }
    }

    private void returned(long intended, long started, long nowNs) {
        completed.increment();
        if (isMeasured) {
            response.record(nowNs - intended);
            service.record(nowNs - started);
        }
    }

    void complete(long sequence, long nowNs) {
        int slot = (int) sequence & mask;
        long intended = intendedNs(sequence);
        long started = startedNs[slot];
        if (!close(sequence)) {
            return;
        }
        returned(intended, started, nowNs);
    }

    void fail(long sequence, long nowNs) {
        long intended = intendedNs(sequence);
        if (close(sequence)) {
            failed.increment();
            if (isMeasured) {
                failures.record(nowNs - intended);
            }
        }
    }

    void pass(long sequence, long nowNs, LatencyRecorder stage) {
        long intended = intendedNs(sequence);
        VarHandle.loadLoadFence();
        if (sequence < firstSequence || states.getAcquire((int) sequence & mask) >>> 1 != sequence + 1) {
            unmatched.increment();
        } else if (isMeasured) {
            stage.record(nowNs - intended);
        }
    }

    void neverIssued(long intended, long endNs) {
        if (isMeasured) {
            unissued.record(endNs - intended);
        }
    }

    /** Reads the time only after the state, so that it is of the operation that the state is then checked against. */
    private long intendedNs(long sequence) {
        int slot = (int) sequence & mask;
        return states.getAcquire(slot) == EMPTY ? 0 : intendedNs[slot];
    }

    private boolean close(long sequence) {
        boolean won = sequence >= firstSequence
                && states.compareAndSet((int) sequence & mask, state(sequence, OPEN), state(sequence, CLOSED));
        if (!won) {
            unmatched.increment();
        }
        return won;
    }

    /** Numbers begin at 0, and an empty slot is 0 too. */
    private static long state(long sequence, long mark) {
        return (sequence + 1) << 1 | mark;
    }

    long issued() {
        return issued.sum() + issuers.stream().mapToLong(IssuerTimes::issued).sum();
    }

    long completed() {
        return completed.sum()
                + issuers.stream().mapToLong(IssuerTimes::completed).sum();
    }

    long failed() {
        return failed.sum()
                + issuers.stream().mapToLong(IssuerTimes::failedCount).sum();
    }

    long unmatched() {
        return unmatched.sum();
    }
}
