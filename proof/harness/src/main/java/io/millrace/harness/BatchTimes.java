package io.millrace.harness;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The cost of batches of operations for one thread: its processor time, so that other load of the machine counts for
 * less, and the bytes that it allocates. The time that collectors and compilers spend in their own threads is not
 * included, which favours sides that allocate. Only for the measuring thread.
 */
public final class BatchTimes {
    private static final int SLICES = 7;
    private static final int MAX_WARM_UP_WINDOWS = 60;

    private final com.sun.management.ThreadMXBean thread =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final int size;
    private final long windowNs;

    /**
     * Creates a measurement of batches.
     *
     * @param size operations of a batch
     * @param effort how long to measure
     * @param quickMs the milliseconds of all slices together with {@link Effort#QUICK}
     */
    public BatchTimes(int size, Effort effort, long quickMs) {
        this.size = size;
        this.windowNs = TimeUnit.MILLISECONDS.toNanos(
                switch (effort) {
                    case SMOKE -> 2;
                    case QUICK -> quickMs;
                    case FULL -> 2_000;
                });
    }

    /**
     * Repeats a batch for at least two windows, and until the compilers have been idle for one: code that is not yet
     * compiled runs several times as slowly. Machines that give the compilers little time need many windows.
     */
    public void warmUp(Runnable batch) {
        CompilerActivity compilers = new CompilerActivity();
        for (int windows = 0; windows < MAX_WARM_UP_WINDOWS; windows++) {
            long endNs = thread.getCurrentThreadCpuTime() + windowNs;
            while (thread.getCurrentThreadCpuTime() < endNs) {
                batch.run();
            }
            if (compilers.wasIdle()) {
                return;
            }
        }
    }

    /** Returns the nanoseconds of one operation in some slices; the fork passes the turn on between slices. */
    public List<Double> nanoseconds(Runnable batch) {
        List<Double> times = new ArrayList<>();
        for (int slice = 0; slice < SLICES; slice++) {
            Turn.next();
            long batches = 0;
            long startNs = thread.getCurrentThreadCpuTime();
            long elapsedNs;
            do {
                batch.run();
                batches++;
                elapsedNs = thread.getCurrentThreadCpuTime() - startNs;
            } while (elapsedNs < windowNs / SLICES);
            times.add((double) elapsedNs / (double) (batches * size));
        }
        return times;
    }

    /** Returns the bytes that one operation allocates. */
    public double allocated(Runnable batch) {
        long batches = 20;
        batch.run();
        long start = thread.getCurrentThreadAllocatedBytes();
        for (long i = 0; i < batches; i++) {
            batch.run();
        }
        return (double) (thread.getCurrentThreadAllocatedBytes() - start) / (double) (batches * size);
    }
}
