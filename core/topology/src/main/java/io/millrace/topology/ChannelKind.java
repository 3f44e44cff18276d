package io.millrace.topology;

/** The transport of a channel of a topology. */
public enum ChannelKind {
    /** A durable journal in a directory of its own. */
    JOURNAL,
    /**
     * A bounded queue in memory between threads of the run. It is empty after a restart, which
     * writes its calls again from the inputs of its writer.
     */
    QUEUE,
    /** The one component that reads it is called directly, and is one service with the component that writes it. */
    DIRECT
}
