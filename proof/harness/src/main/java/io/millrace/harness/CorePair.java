package io.millrace.harness;

import io.millrace.concurrent.ThreadAffinity;
import io.millrace.measure.Statistics;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** Runs threads on the processors that the process may use, in rotation. */
public final class CorePair {
    private static final int ROUNDS = 5;

    private CorePair() {}

    /** Work of one thread. */
    public interface Work {
        long run() throws Exception;
    }

    /** Starts work on processor number {@code turn} of the rotation. */
    public static FutureTask<Long> start(int turn, Work work) {
        FutureTask<Long> task = new FutureTask<>(() -> {
            int[] cpus = ThreadAffinity.allowedCpus().stream().toArray();
            ThreadAffinity.pin(cpus[turn % cpus.length]);
            return work.run();
        });
        Thread.ofPlatform().name("queue-" + turn).daemon().start(task);
        return task;
    }

    public static long join(FutureTask<Long> task) throws InterruptedException {
        try {
            return task.get();
        } catch (ExecutionException e) {
            throw new BenchmarkException("a thread of a queue failed", e.getCause());
        }
    }

    /** Returns how many processors the process may use. */
    static int processors() {
        return ThreadAffinity.allowedCpus().cardinality();
    }

    /** Returns how long two threads take to see a counter grow and to answer, in ns: the median of some rounds. */
    public static double roundTripNs(Effort effort) throws InterruptedException {
        List<Double> rounds = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            CounterPair pair = new CounterPair();
            AtomicBoolean sent = new AtomicBoolean();
            AtomicBoolean stop = new AtomicBoolean();
            FutureTask<Long> answering = start(1, () -> {
                pair.answer(stop);
                return 0;
            });
            rounds.add(nsPerTrip(effort.queueRoundMs(), sent, () -> pair.call(sent)));
            stop.setOpaque(true);
            join(answering);
        }
        return Statistics.median(rounds);
    }

    /**
     * Runs round trips on the first processor, and sets {@code stop} after some time; returns how long each took, in
     * ns. There must be at least one.
     */
    public static double nsPerTrip(long roundMs, AtomicBoolean stop, Work trips) throws InterruptedException {
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
