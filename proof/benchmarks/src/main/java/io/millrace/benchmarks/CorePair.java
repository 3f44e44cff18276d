package io.millrace.benchmarks;

import io.millrace.concurrent.ThreadAffinity;
import io.millrace.measure.Statistics;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** Runs threads on the processors that the process may use, one after another in turn. */
final class CorePair {
    private static final int ROUNDS = 5;

    private CorePair() {}

    /** Work of one thread. */
    interface Work {
        long run() throws Exception;
    }

    /** Starts work on the processor that is {@code turn}th in turn. */
    static FutureTask<Long> start(int turn, Work work) {
        FutureTask<Long> task = new FutureTask<>(() -> {
            int[] cpus = ThreadAffinity.allowedCpus().stream().toArray();
            ThreadAffinity.pin(cpus[turn % cpus.length]);
            return work.run();
        });
        Thread.ofPlatform().name("queue-" + turn).daemon().start(task);
        return task;
    }

    static long join(FutureTask<Long> task) throws InterruptedException {
        try {
            return task.get();
        } catch (ExecutionException e) {
            throw new BenchmarkException("a thread of a queue failed", e.getCause());
        }
    }

    /** Returns how long two threads take to see a counter grow and answer, in ns: the median of some rounds. */
    static double roundTripNs(Effort effort) throws InterruptedException {
        List<Double> rounds = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            AtomicLong there = new AtomicLong();
            AtomicLong back = new AtomicLong();
            AtomicBoolean sent = new AtomicBoolean();
            AtomicBoolean stop = new AtomicBoolean();
            FutureTask<Long> echo = start(1, () -> {
                echo(there, back, stop);
                return 0;
            });
            rounds.add(nsPerTrip(effort.queueRoundMs(), sent, () -> call(there, back, sent)));
            stop.setOpaque(true);
            join(echo);
        }
        return Statistics.median(rounds);
    }

    private static void echo(AtomicLong there, AtomicLong back, AtomicBoolean stop) {
        long seen = 0;
        while (!stop.getOpaque()) {
            long now = there.getAcquire();
            if (now != seen) {
                seen = now;
                back.setRelease(now);
            } else {
                Thread.onSpinWait();
            }
        }
    }

    private static long call(AtomicLong there, AtomicLong back, AtomicBoolean stop) {
        long trips = 0;
        do {
            trips++;
            there.setRelease(trips);
            while (back.getAcquire() != trips) {
                Thread.onSpinWait();
            }
        } while (!stop.getOpaque());
        return trips;
    }

    /**
     * Runs trips on the first processor until it sets {@code stop} after some time; returns how long each took, in ns.
     * They must be one or more.
     */
    static double nsPerTrip(long roundMs, AtomicBoolean stop, Work trips) throws InterruptedException {
        AtomicLong elapsedNs = new AtomicLong();
        FutureTask<Long> calling = start(0, () -> {
            long startNs = System.nanoTime();
            long count = trips.run();
            elapsedNs.set(System.nanoTime() - startNs);
            return count;
        });
        TimeUnit.MILLISECONDS.sleep(roundMs);
        stop.setOpaque(true);
        long count = join(calling);
        return (double) elapsedNs.get() / count;
    }
}
