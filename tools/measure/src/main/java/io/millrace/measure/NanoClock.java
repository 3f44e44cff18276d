package io.millrace.measure;

/**
 * The clock of a run, and the ways to wait for a time. All measuring code uses this interface, so that it runs under a
 * {@link VirtualClock} too. For any number of threads.
 */
public interface NanoClock {
    /** Returns nanoseconds from some fixed point; only differences mean anything. */
    long nanoTime();

    /**
     * Waits until the clock has reached a time, not at all if it is past, and returns the time then. An interrupt does
     * not end the wait.
     */
    long awaitNs(long timeNs);

    /** Waits like {@link #awaitNs}, but sleeping, so possibly some hundred microseconds too long. */
    void sleepNs(long timeNs);

    /** Returns a platform thread, not started, that may wait on this clock. */
    default Thread thread(String name, Runnable body) {
        return Thread.ofPlatform().name(name).unstarted(body);
    }

    /** Returns the clock of the system, waiting as {@link Waiting#YIELDING} says. */
    static NanoClock system() {
        return system(Waiting.YIELDING);
    }

    /** Returns the clock of the system. */
    static NanoClock system(Waiting waiting) {
        return new SystemClock(waiting);
    }
}
