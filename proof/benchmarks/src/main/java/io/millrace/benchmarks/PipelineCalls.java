package io.millrace.benchmarks;

/** The calls of the pipeline that {@link PipelineBench} measures. All times are of {@link System#nanoTime}. */
public interface PipelineCalls {
    /**
     * Goes from service to service.
     *
     * @param dueNs when the source should have sent it
     * @param sentNs when the service before has sent it
     */
    void step(long dueNs, long sentNs);

    /**
     * Goes from the source to a service.
     *
     * @param dueNs when the source should have sent it
     * @param sentNs when the source has sent it
     * @param order an order of 28 fields
     */
    void order(long dueNs, long sentNs, OrderSingle order);
}
