package io.millrace.topology;

/** What the values of a meter are. */
public enum MeterKind {
    /** A number that only grows while the process lives, such as a number of messages. */
    COUNTER,
    /** A number that grows and falls, such as a depth. */
    GAUGE,
    /** Durations, of which percentiles are kept. */
    TIMER
}
