package io.millrace.load;

import io.millrace.concurrent.MpscArrayQueue;
import io.millrace.measure.NanoClock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * The operations of one issuing thread in one phase of a run, made as they are needed and used again. What the thread
 * completes itself comes back on a stack, what others complete through a queue.
 */
final class OperationPool {
    private final NanoClock clock;
    private final long ownerId;
    private final RunRecorder recorder;
    private final Failures failures;
    private final LongAdder unmatched;
    private final TimesRecorder[] own;
    private final int capacity;
    private final int mostParameters;
    /** Grown by the owner; read by others after the owner has stopped. */
    private final List<IssuedOperation> all = new ArrayList<>();

    private final ArrayList<IssuedOperation> stack = new ArrayList<>();
    private final MpscArrayQueue<IssuedOperation> returned;
    private long lastOwnEndNs;

    OperationPool(LoadPhase phase, NanoClock clock, int capacity, int mostParameters) {
        this.clock = clock;
        this.ownerId = Thread.currentThread().threadId();
        this.recorder = phase.recorder();
        this.failures = phase.failures();
        this.unmatched = phase.unmatched();
        this.own = recorder.newWriter();
        this.capacity = capacity;
        this.mostParameters = mostParameters;
        this.returned = new MpscArrayQueue<>(capacity);
        lastOwnEndNs = Long.MIN_VALUE;
    }

    /** Returns one that is free, or null where as many as may be are in flight. By the owner. */
    IssuedOperation take() {
        IssuedOperation free = stack.isEmpty() ? returned.poll() : stack.removeLast();
        if (free == null && all.size() < capacity) {
            free = new IssuedOperation(this, mostParameters);
            synchronized (all) {
                all.add(free);
            }
        }
        return free;
    }

    /** Takes back one that was never handed out. By the owner. */
    void giveBack(IssuedOperation operation) {
        stack.add(operation);
    }

    long nanoTime() {
        return clock.nanoTime();
    }

    /** Records an operation that is over, and makes it free. By the thread that ended it. */
    void over(IssuedOperation operation, Outcome outcome, long nowNs) {
        long intendedNs = operation.intendedNs();
        long startedNs = operation.startedNs();
        if (Thread.currentThread().threadId() == ownerId) {
            own[operation.kind()].record(outcome, intendedNs, startedNs, nowNs);
            lastOwnEndNs = nowNs;
            stack.add(operation);
        } else {
            recorder.record(operation.kind(), outcome, intendedNs, startedNs, nowNs);
            returned.offer(operation);
        }
    }

    /** Returns when the owner last completed an operation itself. By the owner. */
    long lastOwnEndNs() {
        return lastOwnEndNs;
    }

    Failures failures() {
        return failures;
    }

    void unmatched() {
        unmatched.increment();
    }

    /** Gives up what is in flight; {@code visitor} gets each. */
    void giveUp(Consumer<IssuedOperation> visitor) {
        List<IssuedOperation> made;
        synchronized (all) {
            made = List.copyOf(all);
        }
        for (IssuedOperation operation : made) {
            if (operation.giveUp()) {
                visitor.accept(operation);
            }
        }
    }
}
