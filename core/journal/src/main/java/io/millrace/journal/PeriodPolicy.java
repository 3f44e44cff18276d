package io.millrace.journal;

/** What retention makes of the periods of a journal; one in which no period was opened is all in the present one. */
public enum PeriodPolicy {
    /** Age, size and readers remove segments whatever period they are of. */
    ANY,
    /** Age, size and readers remove only segments of closed periods, so that a start at the opening is always there. */
    KEEP_PRESENT,
    /** As {@link #KEEP_PRESENT}, and closed periods go without waiting for age or size. */
    REMOVE_CLOSED
}
