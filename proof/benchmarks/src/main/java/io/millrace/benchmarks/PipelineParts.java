package io.millrace.benchmarks;

/** The parts of a pipeline that run in a process, ours or those of a peer. */
interface PipelineParts extends AutoCloseable {
    /** Starts the threads. */
    void start();

    /** Returns the source, which runs here. */
    PipelineSource source();

    /** Returns a service by its name, which runs here. */
    PipelineStage stage(String part);

    @Override
    void close();
}
