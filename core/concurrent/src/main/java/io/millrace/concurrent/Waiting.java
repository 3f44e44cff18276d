package io.millrace.concurrent;

/** Whether an operation waits for another thread that is in the middle of its own. */
enum Waiting {
    /** It waits, so that its answer is exact. */
    STRICT,
    /** It does not, and may say that there is no room or no element although there is. */
    RELAXED
}
