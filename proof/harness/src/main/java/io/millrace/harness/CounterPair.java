package io.millrace.harness;

import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Two counters in cache lines of their own: one thread increments the first, and another answers with the second. This
 * is the least time for a message and its answer between two processors.
 *
 * <p>A host moves the processors of a virtual machine from one core to another while the machine runs, so this time is
 * short for some seconds and many times as long in others. A benchmark measures it before and after each round.
 */
public final class CounterPair {

    /** The result for a round during which the processors moved. */
    static final double MOVED = 0;

    /** The result for a single processor, where there is nothing to measure. */
    private static final double ONE_PROCESSOR = 1;

    private static final double MOST_TIMES = 1.5;

    private static final int LINE = 128 / Long.BYTES;
    private static final int THERE = LINE;
    private static final int BACK = 3 * LINE;
    private static final int LENGTH = 5 * LINE;

    private static final int RUNS = 120;
    private static final int TRIPS = 20;

    /** After this time no further run starts: the two threads may have to share a processor with others. */
    private static final long MOST_NS = TimeUnit.MILLISECONDS.toNanos(10);

    private final AtomicLongArray counters = new AtomicLongArray(LENGTH);

    /** Answers until {@code stop} is set. */
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

    /** Makes round trips, at least one, until {@code stop} is set; returns how many. */
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

    /** Returns the shortest time of a round trip in some runs of a few trips, in ns. */
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

    /** Returns the current time of a round trip between the first two processors, in ns; above 0. */
    public static double presentNs() throws InterruptedException {
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

    /** Returns the time of a round trip around a round, from those before and after it, or {@link #MOVED}. */
    public static double aroundNs(double beforeNs, double afterNs) {
        return isAlike(beforeNs, afterNs) ? (beforeNs + afterNs) / 2 : MOVED;
    }

    /** Returns whether two round trips show the same distance between processors. */
    static boolean isAlike(double oneNs, double otherNs) {
        double least = Math.min(oneNs, otherNs);
        return least > MOVED && Math.max(oneNs, otherNs) <= MOST_TIMES * least;
    }
}
