package io.millrace.concurrent;

/** Whether an operation waits for another thread that is in the middle of its own. */
enum Waiting {
    /** It waits, so that its answer is exact. */
    STRICT,
    /** It does not, and may say that there is no room or no element although there is. */
    RELAXED;

    /** Stays for some times as long as the processor takes for a pause, tens of nanoseconds each. */
    static void pause(int times) {
        for (int i = 0; i < times; i++) {
            Thread.onSpinWait();
        }
    }
}
