package io.millrace.concurrent;

/** Whether an operation waits for another thread that is in the middle of its own. */
enum Strictness {
    /** It waits, so that its answer is exact. */
    STRICT,
    /** It does not wait, and may report no room or no element although there is. */
    RELAXED;

    /** Pauses some times, tens of nanoseconds each. */
    static void pause(int times) {
        for (int i = 0; i < times; i++) {
            Thread.onSpinWait();
        }
    }
}
