package io.millrace.concurrent;

/** The result of a poll that waits for other threads for a bounded time only. */
public enum PollResult {
    /** The receiver got an element. */
    ELEMENT,
    /** The queue is empty. */
    EMPTY,
    /** A thread has claimed the next slot and not yet filled it; it may have been preempted. */
    IN_PROGRESS
}
