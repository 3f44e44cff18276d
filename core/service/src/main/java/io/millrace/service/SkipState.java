package io.millrace.service;

/** What has become of a {@link SkipOrder}. */
public enum SkipState {
    /** The next start carries it out when it comes to the input. */
    PENDING,
    /** The input was passed over, and the output says so. */
    DONE,
    /** The component had taken the input before a start saw the order; it was not passed over. */
    TOO_LATE,
    /** It was withdrawn. */
    WITHDRAWN
}
