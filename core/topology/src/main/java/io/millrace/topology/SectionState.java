package io.millrace.topology;

/** The state of a section of a running topology. */
public enum SectionState {
    /** It is not ready yet. */
    STARTING,
    /** It works. */
    RUNNING,
    /** It works in part, and an operator should look at it. */
    DEGRADED
}
