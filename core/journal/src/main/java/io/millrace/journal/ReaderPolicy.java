package io.millrace.journal;

/** How retention treats the named positions of a journal. Parked positions never count. */
public enum ReaderPolicy {
    /**
     * Age and size remove a segment only once every named position has passed it; a position that was never read keeps
     * all segments.
     */
    KEEP_UNREAD,
    /**
     * As {@link #KEEP_UNREAD}, and segments that every named position has passed are removed without waiting for age or
     * size.
     */
    REMOVE_READ,
    /** Age and size remove segments wherever the named positions are. */
    IGNORE
}
