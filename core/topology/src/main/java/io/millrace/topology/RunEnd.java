package io.millrace.topology;

/** How a run of a topology has ended. */
public enum RunEnd {
    /** It has not. */
    RUNNING,
    /** All sources have ended, and all they have sent was taken by every component. */
    ENDED,
    /** It was told to stop; a later run goes on where it stood. */
    STOPPED,
    /** A component, source or gateway has thrown; a later run goes on where it stood. */
    FAILED
}
