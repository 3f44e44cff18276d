package io.millrace.concurrent;

/** Whether a pool notices objects that are taken and never given back. */
public enum LeakDetection {
    /** It does not, and costs nothing. */
    OFF,
    /** It remembers for each object that is out where it was taken, and refuses what was not taken. For tests. */
    ON
}
