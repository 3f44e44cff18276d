package io.millrace.telemetry;

/** The newest value of one time series. One thread sets it, any thread reads it. */
final class MeterSample {

    private volatile double value = Double.NaN;
    private volatile long reading;

    /** Returns the value; not a number where there is none. */
    double value() {
        return value;
    }

    void set(double newest, long number) {
        value = newest;
        reading = number;
    }

    /** Forgets a value that a reading has not set. */
    void forget(long number) {
        if (reading != number) {
            value = Double.NaN;
        }
    }
}
