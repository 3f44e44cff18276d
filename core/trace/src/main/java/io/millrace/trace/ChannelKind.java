package io.millrace.trace;

/** What a channel of a {@link ChannelGraph} is. */
public enum ChannelKind {
    /** A journal. */
    JOURNAL,
    /** A journal that holds snapshots of a component. */
    SNAPSHOTS,
    /** A queue in memory, which stores nothing. */
    QUEUE,
    /** A direct call, which stores nothing; it is not in histories. */
    DIRECT
}
