package io.millrace.benchmarks;

import java.util.concurrent.CountDownLatch;
import org.HdrHistogram.Histogram;

/** A service of a pipeline, which records how long ago each call was sent, and was due. */
public final class PipelineStage implements PipelineCalls {
    private static final int DIGITS = 3;

    private final PipelineCalls out;
    private final long count;
    private final long warmUp;
    private final long every;
    private final Histogram hop = new Histogram(DIGITS);
    private final Histogram total = new Histogram(DIGITS);
    private final CountDownLatch warm = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private long taken;
    private long warmNs;
    private long endNs;

    /**
     * Creates the component; called by the topology.
     *
     * @param out takes the calls
     * @param count how many calls arrive
     * @param warmUp how many of them are not recorded
     * @param every how many calls lead to one that is passed on
     */
    public PipelineStage(PipelineCalls out, long count, long warmUp, long every) {
        this.out = out;
        this.count = count;
        this.warmUp = warmUp;
        this.every = every;
    }

    @Override
    public void step(long dueNs, long sentNs) {
        take(dueNs, sentNs);
        if (taken % every == 0) {
            out.step(dueNs, System.nanoTime());
        }
    }

    @Override
    public void order(long dueNs, long sentNs, OrderSingle order) {
        take(dueNs, sentNs);
        if (taken % every == 0) {
            out.order(dueNs, System.nanoTime(), order);
        }
    }

    private void take(long dueNs, long sentNs) {
        long nowNs = System.nanoTime();
        taken++;
        if (taken > warmUp) {
            hop.recordValue(Math.max(0, nowNs - sentNs));
            total.recordValue(Math.max(0, nowNs - dueNs));
        } else if (taken == warmUp) {
            warmNs = nowNs;
            warm.countDown();
        }
        if (taken == count) {
            endNs = nowNs;
            ended.countDown();
        }
    }

    /** Waits until the calls that warm up have arrived; for any thread. */
    void awaitWarm() throws InterruptedException {
        warm.await();
    }

    /** Waits until all calls have arrived; for any thread. */
    void awaitEnd() throws InterruptedException {
        ended.await();
    }

    /** Returns the times since calls were sent, in nanoseconds; after {@link #awaitEnd}. */
    Histogram hop() {
        return hop;
    }

    /** Returns the times since calls were due, in nanoseconds; after {@link #awaitEnd}. */
    Histogram total() {
        return total;
    }

    /** Returns when the last call that warms up has arrived; after {@link #awaitEnd}. */
    long warmNs() {
        return warmNs;
    }

    /** Returns when the last call has arrived; after {@link #awaitEnd}. */
    long endNs() {
        return endNs;
    }
}
