package io.millrace.journal;

/** How retention treats the periods of a journal; a journal in which no period was opened has only a present one. */
public enum PeriodPolicy {
    /** Age, size and readers remove segments whatever period they are of. */
    ANY,
    /**
     * Age, size and readers remove only segments of closed periods, so that a start at the opening is always possible.
     */
    KEEP_PRESENT,
    /** As {@link #KEEP_PRESENT}, and closed periods are removed without waiting for age or size. */
    REMOVE_CLOSED
}
