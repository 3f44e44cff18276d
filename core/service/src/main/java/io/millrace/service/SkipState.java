package io.millrace.service;

/** The state of a {@link SkipOrder}. */
public enum SkipState {
    /** The next start carries it out when it reaches the input. */
    PENDING,
    /** The input was skipped, and the output says so. */
    DONE,
    /** The component had taken the input before a start saw the order; the input was not skipped. */
    TOO_LATE,
    /** It was withdrawn. */
    WITHDRAWN
}
