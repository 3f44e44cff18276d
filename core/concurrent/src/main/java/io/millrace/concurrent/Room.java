package io.millrace.concurrent;

/** What a producer finds that has used up the places it knew of. */
enum Room {
    /** There are more. */
    FOUND,
    /** The queue is full. */
    NONE,
    /** A consumer has claimed the oldest element and not yet taken it out of its slot. */
    BUSY
}
