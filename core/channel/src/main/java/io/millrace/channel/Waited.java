package io.millrace.channel;

/** How a wait for the next call of a {@link ChannelReader} has ended. */
public enum Waited {
    /** A call arrived and was made on the handler. */
    MESSAGE,
    /** No call arrived before the timeout. */
    TIMED_OUT,
    /** Every call was read, and the channel has ended; see {@link Channel#ended}. */
    DRAINED,
    /** The thread was interrupted, and stays interrupted. */
    INTERRUPTED,
    /** The reader or its channel was closed. */
    CLOSED
}
