package io.millrace.journal;

/** The result of a search for frames to copy by {@link JournalRuns#next}. */
public enum RunRead {
    /** There are frames. */
    FRAMES,
    /** There are no further frames now. */
    END,
    /** Retention removed the next frames. */
    REMOVED
}
