package io.millrace.journal;

/** What retention makes of the named positions of a journal. Those that are parked never count. */
public enum ReaderPolicy {
    /** Age and size remove a segment only once every named position has passed it; one never read holds all. */
    KEEP_UNREAD,
    /** As {@link #KEEP_UNREAD}, and what every named position has passed goes without waiting for age or size. */
    REMOVE_READ,
    /** Age and size remove segments wherever the named positions are. */
    IGNORE
}
