package io.millrace.measure;

/**
 * The time by which a run is measured, and the waiting for it. All measuring code takes its time from one of these, so
 * that it runs under a {@link VirtualClock} too. For any number of threads.
 */
public interface NanoClock {
    /** Returns nanoseconds from some fixed point; only differences mean anything. */
    long nanoTime();

    /**
     * Waits until the clock has come to a time, not at all if it is past, and returns the time that it then is. An
     * interrupt does not end the wait.
     */
    long awaitNs(long timeNs);

    /** Waits like {@link #awaitNs}, but asleep, and so possibly some hundred microseconds too long. */
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
