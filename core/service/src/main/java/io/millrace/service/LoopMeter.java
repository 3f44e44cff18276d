package io.millrace.service;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Measures how much of its time an event loop has work, in samples that other threads ask for: reading the clock in
 * each round would cost more than a short round. A sample is some consecutive rounds, which do include the waiting
 * between them. Without a request a round costs one plain load.
 */
final class LoopMeter {

    private static final int MAX_ROUNDS = 2_000;
    private static final long MAX_NS = 20_000_000;

    private static final VarHandle WANTED;
    private static final VarHandle BUSY_NS;
    private static final VarHandle MEASURED_NS;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            WANTED = lookup.findVarHandle(LoopMeter.class, "wanted", int.class);
            BUSY_NS = lookup.findVarHandle(LoopMeter.class, "busyNs", long.class);
            MEASURED_NS = lookup.findVarHandle(LoopMeter.class, "measuredNs", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    @SuppressWarnings("UnusedVariable") // read and written through its handle
    private int wanted;

    private long busyNs;
    private long measuredNs;
    private int rounds;
    private long sampleStartNs;
    private long roundStartNs;

    /** Asks for a sample; any thread. */
    void request() {
        WANTED.setOpaque(this, 1);
    }

    /** Returns what was measured; any thread. */
    LoopLoad load() {
        return new LoopLoad((long) BUSY_NS.getOpaque(this), (long) MEASURED_NS.getOpaque(this));
    }

    /** Returns whether the next round is part of a sample; this and what follows is for the loop alone. */
    boolean isWanted() {
        return (int) WANTED.getOpaque(this) != 0;
    }

    void begin() {
        roundStartNs = System.nanoTime();
        if (rounds == 0) {
            sampleStartNs = roundStartNs;
        }
    }

    void polled(int work) {
        if (work > 0) {
            BUSY_NS.setOpaque(this, busyNs + System.nanoTime() - roundStartNs);
        }
    }

    void idled() {
        long nowNs = System.nanoTime();
        MEASURED_NS.setOpaque(this, measuredNs + nowNs - roundStartNs);
        rounds++;
        if (rounds == MAX_ROUNDS || nowNs - sampleStartNs > MAX_NS) {
            rounds = 0;
            WANTED.setOpaque(this, 0);
        }
    }
}
