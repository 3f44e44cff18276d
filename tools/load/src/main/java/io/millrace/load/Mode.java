package io.millrace.load;

/** How operations are issued, and which time is the headline of the report. */
public enum Mode {
    /**
     * Each thread issues the next operation when one of its own is over: a closed loop. There is no time at which an
     * operation should have begun, and so no response time: only service time is recorded.
     */
    THROUGHPUT,
    /** By a schedule; all times are recorded, and the headline is service time, as load tools mostly report it. */
    THROTTLE,
    /** By a schedule; all times are recorded, and the headline is response time, as users of the target feel it. */
    FIXED;

    /** Returns whether there is a time at which each operation should begin. */
    public boolean hasSchedule() {
        return this != THROUGHPUT;
    }

    /** Returns the name of the time that is the headline. */
    public String headline() {
        return this == FIXED ? "response" : "service";
    }
}
