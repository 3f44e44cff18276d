package io.millrace.benchmarks;

import io.millrace.service.ExternalSource;
import io.millrace.service.Progress;
import io.millrace.service.SourceContext;

/** Sends calls at a rate, without an end. */
public final class TakeoverSource implements ExternalSource {
    private final PipelineCalls out;
    private final long intervalNs;
    private long next;
    private long dueNs;

    /**
     * Creates the source; called by the topology.
     *
     * @param out takes the calls
     * @param intervalNs the time between two calls
     */
    public TakeoverSource(PipelineCalls out, long intervalNs) {
        this.out = out;
        this.intervalNs = intervalNs;
    }

    @Override
    public void open(long resumeAfter) {
        next = resumeAfter + 1;
        dueNs = System.nanoTime();
    }

    @Override
    public Progress poll(SourceContext context) {
        long nowNs = System.nanoTime();
        if (nowNs < dueNs) {
            return Progress.IDLE;
        }
        context.index(next++);
        out.step(dueNs, nowNs);
        dueNs += intervalNs;
        return Progress.EMITTED;
    }

    @Override
    public void close() {}
}
