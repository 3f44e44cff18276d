package io.millrace.topology;

/** The end of a run of a topology. */
public enum RunEnd {
    /** It has not. */
    RUNNING,
    /** All sources have ended, and all they have sent was taken by every component. */
    ENDED,
    /** It was told to stop; a later run continues there. */
    STOPPED,
    /** A component, source or gateway has thrown; a later run continues there. */
    FAILED
}
