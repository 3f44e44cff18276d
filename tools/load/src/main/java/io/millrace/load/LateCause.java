package io.millrace.load;

/** Why an operation began late. */
enum LateCause {
    /** Its thread was still inside the target, or busy with operations that were overdue themselves. */
    BUSY,
    /** As many operations of its thread as may be were in flight. */
    FULL,
    /** Its thread was waiting for the time, or about to, and the system let it run too late. */
    WOKEN
}
