package io.millrace.journal;

/** Which way a tailer reads. */
public enum Direction {
    /** From older frames to newer ones. */
    FORWARD,
    /** From newer frames to older ones. */
    BACKWARD
}
