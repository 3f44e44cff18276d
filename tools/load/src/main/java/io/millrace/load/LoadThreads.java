package io.millrace.load;

import io.millrace.measure.NanoClock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The threads of a run. They wait only on the clock, so that a run behaves the same under a virtual clock; and the run
 * waits for them for a limited time, so that a target that hangs cannot hang the run.
 */
final class LoadThreads {
    private static final long LOOK_NS = 1_000_000;
    private static final long READY_WITHIN_NS = 120_000_000_000L;
    private static final long FAREWELL_NS = 2_000_000_000L;
    private static final long PATIENCE_NS = 100_000_000L;

    private final NanoClock clock;
    private final List<Issuer> issuers = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final List<LoadPhase> phases = new CopyOnWriteArrayList<>();
    private final AtomicInteger ready = new AtomicInteger();
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicReference<Throwable> broken = new AtomicReference<>();
    private volatile boolean isFinished;

    LoadThreads(LoadOptions options, Workload workload, Target target, NanoClock clock) {
        this.clock = clock;
        for (int i = 0; i < options.threads(); i++) {
            Issuer issuer = new Issuer(this, options, workload, target, clock, i);
            Thread thread = clock.thread("load-" + i, issuer);
            thread.setDaemon(true);
            issuers.add(issuer);
            threads.add(thread);
        }
    }

    /**
     * Starts all and waits until each has its session.
     *
     * @throws LoadException if one cannot get it
     */
    void start() {
        running.set(threads.size());
        threads.forEach(Thread::start);
        long untilNs = clock.nanoTime() + READY_WITHIN_NS;
        while (ready.get() < threads.size() && broken.get() == null && clock.nanoTime() < untilNs) {
            clock.sleepNs(clock.nanoTime() + LOOK_NS);
        }
        checkBroken();
        if (ready.get() < threads.size()) {
            throw new LoadException("target was not ready in time sessions=" + ready.get() + " wanted=" + threads.size()
                    + " waitedNs=" + READY_WITHIN_NS);
        }
    }

    /** Throws the failure of a thread, if there is one. */
    void checkBroken() {
        Throwable cause = broken.get();
        if (cause instanceof LoadException refused) {
            throw new LoadException(refused.getMessage(), refused);
        }
        if (cause != null) {
            throw new LoadException("cannot use target reason=" + ForeignErrors.text(cause), cause);
        }
    }

    /** Begins a phase for all threads. */
    void begin(LoadPhase phase) {
        phases.add(phase);
    }

    /**
     * Waits until all threads have left a phase that is over. A thread that is stuck in the target is interrupted after
     * a moment, and abandoned after another.
     */
    void awaitLeft(LoadPhase phase) {
        long nowNs = clock.nanoTime();
        await(phase, nowNs + PATIENCE_NS);
        if (phase.issuing() > 0) {
            threads.forEach(Thread::interrupt);
            await(phase, nowNs + FAREWELL_NS);
        }
    }

    private void await(LoadPhase phase, long untilNs) {
        while (phase.issuing() > 0 && clock.nanoTime() < untilNs) {
            clock.sleepNs(clock.nanoTime() + LOOK_NS);
        }
    }

    /** Ends all threads, which close their sessions; a thread that does not end in time is abandoned. */
    void finish() {
        isFinished = true;
        long untilNs = clock.nanoTime() + FAREWELL_NS;
        while (running.get() > 0 && clock.nanoTime() < untilNs) {
            clock.sleepNs(clock.nanoTime() + LOOK_NS);
        }
        if (running.get() > 0) {
            threads.forEach(Thread::interrupt);
        }
    }

    void ready() {
        ready.incrementAndGet();
    }

    void left() {
        running.decrementAndGet();
    }

    void broken(Throwable cause) {
        broken.compareAndSet(null, cause);
    }

    boolean isFinished() {
        return isFinished;
    }

    /** Returns a phase by number, or null where it has not begun. */
    LoadPhase phase(int number) {
        return number < phases.size() ? phases.get(number) : null;
    }

    /** Returns the parts of the threads in a phase. */
    List<PhaseIssuer> parts(LoadPhase phase) {
        int number = phases.indexOf(phase);
        List<PhaseIssuer> parts = new ArrayList<>();
        for (Issuer issuer : issuers) {
            PhaseIssuer part = issuer.part(number);
            if (part != null) {
                parts.add(part);
            }
        }
        return parts;
    }
}
