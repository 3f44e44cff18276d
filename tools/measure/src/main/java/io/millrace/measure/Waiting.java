package io.millrace.measure;

/** How a thread waits for the time of its next operation. */
public enum Waiting {
    /** Reads the clock without a pause: within tens of nanoseconds of the time, at the price of a whole core. */
    SPINNING,
    /**
     * Sleeps while there is time for it, then offers the core to others until the time has come: late by what they
     * take, safe with more threads than cores.
     */
    YIELDING
}
