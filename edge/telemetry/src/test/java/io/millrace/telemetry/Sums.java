package io.millrace.telemetry;

/** What the component of the tests writes. */
public interface Sums {
    /** The number of notes so far. */
    void sum(long count, String text);
}
