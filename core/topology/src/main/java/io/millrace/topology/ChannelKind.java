package io.millrace.topology;

/** How a channel of a topology carries its calls. */
public enum ChannelKind {
    /** A durable journal in a directory of its own. */
    JOURNAL,
    /**
     * A bounded queue in memory between threads of the run. It survives nothing: a restart makes its calls again from
     * the inputs of the component that writes it.
     */
    QUEUE,
    /** The one component that reads it is called directly, and is one service with the component that writes it. */
    DIRECT
}
