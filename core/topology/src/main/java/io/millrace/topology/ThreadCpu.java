package io.millrace.topology;

/** The processors that a thread may run on. */
public sealed interface ThreadCpu {

    /** Every processor that the process may use. */
    record Any() implements ThreadCpu {}

    /**
     * One that is chosen when the topology is opened, see {@link io.millrace.concurrent.ProcessorChoice}; any, with a
     * warning, where none is left.
     */
    record Auto() implements ThreadCpu {}

    /**
     * One processor.
     *
     * @param number its number as the operating system counts, from 0
     */
    record One(int number) implements ThreadCpu {}
}
