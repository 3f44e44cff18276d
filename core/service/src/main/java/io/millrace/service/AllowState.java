package io.millrace.service;

/** The state of an {@link AllowOrder}. */
public enum AllowState {
    /** The next start carries it out at the next call of the principal. */
    PENDING,
    /** Calls of the principal are taken again, and the output says so. */
    DONE,
    /** A start found that calls of the principal are not refused. */
    NOT_NEEDED,
    /** It was withdrawn. */
    WITHDRAWN
}
