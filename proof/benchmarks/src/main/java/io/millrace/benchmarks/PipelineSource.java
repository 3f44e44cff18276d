package io.millrace.benchmarks;

import io.millrace.service.ExternalSource;
import io.millrace.service.Progress;
import io.millrace.service.SourceContext;

/**
 * The source of a pipeline: to warm up it sends some calls, the first half as fast as it can and the others at its
 * rate, and waits until it is told to send the rest. A call is late, not left out, where the source was not in time.
 */
public final class PipelineSource implements ExternalSource {
    private final PipelineCalls out;
    private final long count;
    private final long warmUp;
    private final long intervalNs;
    private final OrderSingle order;
    private volatile boolean told;
    private volatile long startNs;
    private long pacedNs;
    private volatile long endNs;
    private long next;
    private long nowNs;
    private long dueNs;

    /**
     * Creates the source; called by the topology.
     *
     * @param out takes the calls
     * @param count how many it sends
     * @param warmUp how many of them it sends before it waits
     * @param intervalNs the time between two calls; 0 for as fast as possible
     * @param payload {@code order} for calls with an order of 28 fields
     */
    public PipelineSource(PipelineCalls out, long count, long warmUp, long intervalNs, String payload) {
        this.out = out;
        this.count = count;
        this.warmUp = warmUp;
        this.intervalNs = intervalNs;
        this.order = payload.equals(PipelineMain.ORDER) ? OrderSingle.example() : null;
    }

    /** Tells the source to send the calls that are measured; for any thread. */
    void sendRest() {
        told = true;
    }

    /** Returns when the first measured call was due, 0 before. */
    long startNs() {
        return startNs;
    }

    /** Returns when the last call was sent, 0 before. */
    long endNs() {
        return endNs;
    }

    @Override
    public void open(long resumeAfter) {
        next = resumeAfter + 1;
    }

    @Override
    public Progress poll(SourceContext context) {
        Progress progress = look();
        if (progress == Progress.EMITTED) {
            context.index(next++);
            send();
        }
        return progress;
    }

    /** Sends the next call if it is due, for a peer that keeps no index of what a source has sent. */
    Progress poll() {
        Progress progress = look();
        if (progress == Progress.EMITTED) {
            next++;
            send();
        }
        return progress;
    }

    /** Returns whether the next call is due, and notes when. */
    private Progress look() {
        if (next >= warmUp && !told) {
            return Progress.IDLE;
        }
        if (next == count) {
            if (endNs == 0) {
                endNs = System.nanoTime();
            }
            return Progress.ENDED;
        }
        nowNs = System.nanoTime();
        dueNs = dueNs();
        return nowNs < dueNs ? Progress.IDLE : Progress.EMITTED;
    }

    private void send() {
        if (order == null) {
            out.step(dueNs, nowNs);
        } else {
            out.order(dueNs, nowNs, order);
        }
    }

    private long dueNs() {
        if (next == warmUp / 2 && pacedNs == 0) {
            pacedNs = nowNs;
        }
        if (next == warmUp && startNs == 0) {
            startNs = nowNs;
        }
        if (intervalNs == 0 || next < warmUp / 2) {
            return nowNs;
        }
        return next < warmUp ? pacedNs + (next - warmUp / 2) * intervalNs : startNs + (next - warmUp) * intervalNs;
    }

    @Override
    public void close() {}
}
