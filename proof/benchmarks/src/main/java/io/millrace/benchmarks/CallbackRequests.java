package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Requests by a library that tells the end of each by a callback. For one thread. */
abstract class CallbackRequests implements Requests {
    private static final long HIGHEST_NS = 10_000_000_000L;
    private static final long PATIENCE_S = 120;

    private final Semaphore free = new Semaphore(ClientsSuite.WINDOW);
    private volatile Throwable failure;

    /** Makes one request and waits for the answer. */
    abstract void one() throws Exception;

    /** Starts a request; {@link #answered} or {@link #failed} tells its end, in any thread. */
    abstract void start() throws Exception;

    final void answered() {
        free.release();
    }

    final void failed(Throwable reason) {
        failure = reason;
        free.release();
    }

    @Override
    public final Histogram oneByOne(long durationNs) throws Exception {
        Histogram times = new Histogram(HIGHEST_NS, 3);
        long endNs = System.nanoTime() + durationNs;
        long nowNs = System.nanoTime();
        do {
            one();
            long doneNs = System.nanoTime();
            times.recordValue(Math.min(HIGHEST_NS, doneNs - nowNs));
            nowNs = doneNs;
        } while (nowNs < endNs);
        return times;
    }

    @Override
    public final double inWindow(long durationNs) throws Exception {
        long startNs = System.nanoTime();
        long count = 0;
        do {
            take(1);
            start();
            count++;
        } while (System.nanoTime() - startNs < durationNs);
        take(ClientsSuite.WINDOW);
        double rate = count * 1e9 / (System.nanoTime() - startNs);
        free.release(ClientsSuite.WINDOW);
        return rate;
    }

    /** Makes the peer look again at what it has not sent. Called each second while an answer is missing. */
    void nudge() {}

    /** Takes permits from a semaphore that answers release. */
    final void await(Semaphore answers, int permits) throws InterruptedException {
        for (long waitedS = 0; !answers.tryAcquire(permits, 1, TimeUnit.SECONDS); waitedS++) {
            if (waitedS == PATIENCE_S) {
                throw new BenchmarkException(
                        "answers are missing wanted=" + permits + " there=" + answers.availablePermits());
            }
            nudge();
        }
    }

    private void take(int requests) throws InterruptedException {
        await(free, requests);
        if (failure != null) {
            throw new BenchmarkException("a request has failed", failure);
        }
    }
}
