package io.millrace.benchmarks;

import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * A bare counter that one thread raises and another answers, each in a cache line of its own: what a message and its
 * answer take at least between two processors.
 *
 * <p>A virtual machine's processors move from one core of its host to another while it runs, and so the way between two
 * of them is short for some seconds and many times as long in others. A round of a benchmark is measured with a look at
 * that way in front of it and behind it.
 */
final class CounterPair {

    /** Stands for the time of a round in which the processors moved. */
    static final double MOVED = 0;

    /** What is told where there is one processor alone, and nothing to measure. */
    private static final double ONE_PROCESSOR = 1;

    private static final double MOST_TIMES = 1.5;

    private static final int LINE = 128 / Long.BYTES;
    private static final int THERE = LINE;
    private static final int BACK = 3 * LINE;
    private static final int LENGTH = 5 * LINE;

    private static final int RUNS = 120;
    private static final int TRIPS = 20;

    /** Behind that time no other run is begun: the two threads may have to share a processor with others. */
    private static final long MOST_NS = TimeUnit.MILLISECONDS.toNanos(10);

    private final AtomicLongArray counters = new AtomicLongArray(LENGTH);

    /** Answers until it is told to stop. */
    void answer(AtomicBoolean stop) {
        long seen = 0;
        while (!stop.getOpaque()) {
            long now = counters.getAcquire(THERE);
            if (now != seen) {
                seen = now;
                counters.setRelease(BACK, now);
            } else {
                Thread.onSpinWait();
            }
        }
    }

    /** Makes one trip or more until it is told to stop; returns how many. */
    long call(AtomicBoolean stop) {
        long trips = 0;
        do {
            trips++;
            trip(trips);
        } while (!stop.getOpaque());
        return trips;
    }

    private void trip(long number) {
        counters.setRelease(THERE, number);
        while (counters.getAcquire(BACK) != number) {
            Thread.onSpinWait();
        }
    }

    /** Returns the least time that a trip took in some runs of a few trips, in ns. */
    private double leastNs() {
        double leastNs = Double.MAX_VALUE;
        long startNs = System.nanoTime();
        long runStartNs = startNs;
        long number = 0;
        for (int run = 0; run < RUNS && runStartNs - startNs < MOST_NS; run++) {
            for (int i = 0; i < TRIPS; i++) {
                number++;
                trip(number);
            }
            long runEndNs = System.nanoTime();
            leastNs = Math.min(leastNs, (double) (runEndNs - runStartNs) / TRIPS);
            runStartNs = runEndNs;
        }
        return leastNs;
    }

    /** Returns how long a round trip takes between the first two processors at this moment, in ns; above 0. */
    static double presentNs() throws InterruptedException {
        if (CorePair.processors() == 1) {
            return ONE_PROCESSOR;
        }
        CounterPair pair = new CounterPair();
        AtomicBoolean stop = new AtomicBoolean();
        FutureTask<Long> answering = CorePair.start(1, () -> {
            pair.answer(stop);
            return 0;
        });
        FutureTask<Long> calling = CorePair.start(0, () -> Math.max(1, Math.round(pair.leastNs())));
        try {
            return CorePair.join(calling);
        } finally {
            stop.setOpaque(true);
            CorePair.join(answering);
        }
    }

    /** Returns the time of a round trip around a round: what it was before and behind, or {@link #MOVED}. */
    static double aroundNs(double beforeNs, double behindNs) {
        return isAlike(beforeNs, behindNs) ? (beforeNs + behindNs) / 2 : MOVED;
    }

    /** Whether two round trips are those of processors that lie as far apart. */
    static boolean isAlike(double oneNs, double otherNs) {
        double least = Math.min(oneNs, otherNs);
        return least > MOVED && Math.max(oneNs, otherNs) <= MOST_TIMES * least;
    }
}
