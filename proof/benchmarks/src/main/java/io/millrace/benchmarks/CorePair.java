package io.millrace.benchmarks;

import io.millrace.concurrent.ThreadAffinity;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicLong;

/** Runs threads on the processors that the process may use, one after another in turn. */
final class CorePair {
    private static final int TRIPS = 100_000;

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

    /** Returns how long two threads take to see a counter grow and answer, in ns: the best of some rounds. */
    static double roundTripNs() throws InterruptedException {
        List<Double> rounds = new ArrayList<>();
        for (int round = 0; round < 5; round++) {
            AtomicLong there = new AtomicLong();
            AtomicLong back = new AtomicLong();
            FutureTask<Long> echo = start(1, () -> {
                for (long i = 1; i <= TRIPS; i++) {
                    while (there.getAcquire() != i) {
                        Thread.onSpinWait();
                    }
                    back.setRelease(i);
                }
                return 0;
            });
            FutureTask<Long> call = start(0, () -> {
                long startNs = System.nanoTime();
                for (long i = 1; i <= TRIPS; i++) {
                    there.setRelease(i);
                    while (back.getAcquire() != i) {
                        Thread.onSpinWait();
                    }
                }
                return System.nanoTime() - startNs;
            });
            rounds.add(join(call) / (double) TRIPS);
            join(echo);
        }
        return Statistics.median(rounds);
    }
}
