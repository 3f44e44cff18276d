package io.millrace.cli;

/** What the toy component writes, and the toy gateway takes. */
interface Averages {
    /** The average of ten readings. */
    void average(String sensor, long upTo, double celsius);
}
