package io.millrace.channel;

/** Returns the time in nanoseconds since 1970-01-01T00:00Z, without allocating. Safe for use by several threads. */
@FunctionalInterface
public interface EpochClock {

    /** Returns the nanoseconds since the epoch. */
    long nowNs();

    /**
     * Returns the clock of this machine: the fast monotonic clock, set to the wall clock once, and set again whenever
     * the two differ by more than two milliseconds.
     */
    static EpochClock system() {
        return SystemEpochClock.INSTANCE;
    }
}
