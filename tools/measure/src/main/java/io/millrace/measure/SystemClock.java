package io.millrace.measure;

import java.util.Objects;
import java.util.concurrent.locks.LockSupport;

/** {@link System#nanoTime()}, waited for. */
record SystemClock(Waiting waiting) implements NanoClock {
    /** A sleep ends up to about 60 us late on Linux (its timer slack of 50 us, and the wake-up), so it ends early. */
    private static final long SLEEP_ERROR_NS = 150_000;

    private static final long SHORTEST_SLEEP_NS = 50_000;

    SystemClock {
        Objects.requireNonNull(waiting);
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public long awaitNs(long timeNs) {
        if (waiting == Waiting.YIELDING) {
            return sleepThen(timeNs, SLEEP_ERROR_NS);
        }
        long nowNs = System.nanoTime();
        while (nowNs - timeNs < 0) {
            Thread.onSpinWait();
            nowNs = System.nanoTime();
        }
        return nowNs;
    }

    @Override
    public void sleepNs(long timeNs) {
        sleepThen(timeNs, 0);
    }

    @SuppressWarnings("ThreadPriorityCheck") // to give way is what is asked for; nothing relies on its effect
    private long sleepThen(long timeNs, long yieldNs) {
        boolean interrupted = false;
        long leftNs = timeNs - System.nanoTime();
        while (leftNs > 0) {
            long sleepNs = leftNs - yieldNs;
            if (yieldNs == 0 || sleepNs >= SHORTEST_SLEEP_NS) {
                LockSupport.parkNanos(this, sleepNs);
                // A set flag would make every sleep return at once.
                interrupted |= Thread.interrupted();
            } else {
                Thread.yield();
            }
            leftNs = timeNs - System.nanoTime();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return timeNs - leftNs;
    }
}
