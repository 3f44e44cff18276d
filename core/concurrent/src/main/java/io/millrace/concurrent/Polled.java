package io.millrace.concurrent;

/** What a poll that does not wait for others has found. */
public enum Polled {
    /** An element, which was handed over. */
    ELEMENT,
    /** Nothing is in the queue. */
    EMPTY,
    /** A thread has claimed the next place and not yet put its element there; it may have been preempted. */
    IN_PROGRESS
}
