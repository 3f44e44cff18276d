package io.millrace.measure;

/** The times at which work should begin, one after the other, from the start of the schedule. For one thread. */
public interface ArrivalTimes {
    /** The result of {@link #nextNs()} after the last arrival. */
    long END = Long.MAX_VALUE;

    /** Returns the next time in nanoseconds from the start, never before the last one, or {@link #END}. */
    long nextNs();
}
