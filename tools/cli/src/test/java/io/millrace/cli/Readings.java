package io.millrace.cli;

/** What the toy source writes. */
interface Readings {
    /** One reading. */
    void reading(Reading reading);

    /** A reading. */
    record Reading(String sensor, long number, double celsius) {}
}
