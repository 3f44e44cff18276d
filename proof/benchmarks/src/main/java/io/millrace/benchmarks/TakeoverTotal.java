package io.millrace.benchmarks;

/** Answers each call with the sum of all before it: what a host that takes over must compute again. */
public final class TakeoverTotal implements PipelineCalls {
    private final PipelineCalls out;
    private long total;

    /**
     * Creates the service; called by the topology.
     *
     * @param out takes the sums
     */
    public TakeoverTotal(PipelineCalls out) {
        this.out = out;
    }

    @Override
    public void step(long dueNs, long sentNs) {
        total += sentNs;
        out.step(dueNs, total);
    }

    @Override
    public void order(long dueNs, long sentNs, OrderSingle order) {
        step(dueNs, sentNs);
    }
}
