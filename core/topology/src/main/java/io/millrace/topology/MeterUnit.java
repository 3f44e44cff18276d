package io.millrace.topology;

/** The unit of a meter. */
public enum MeterUnit {
    /** A plain number or a share from 0 to 1. */
    NONE,
    /** A number of messages. */
    MESSAGES,
    /** A number of bytes. */
    BYTES,
    /** A duration in seconds; a {@link MeterKind#TIMER} takes nanoseconds and shows seconds. */
    SECONDS
}
