package io.millrace.telemetry;

import java.time.Duration;

/** Waits for threads. */
final class Threads {

    private Threads() {}

    /** Waits until a thread has ended; an interrupt is kept for later. */
    static void join(Thread thread, long millis) {
        boolean isInterrupted = false;
        long endNs = System.nanoTime() + Duration.ofMillis(millis).toNanos();
        while (thread.isAlive()) {
            long leftMs = (endNs - System.nanoTime()) / 1_000_000;
            if (leftMs <= 0) {
                break;
            }
            try {
                thread.join(leftMs);
            } catch (InterruptedException _) {
                isInterrupted = true;
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
        if (thread.isAlive()) {
            throw new TelemetryException("a thread does not end thread=" + thread.getName() + " waitedMs=" + millis);
        }
    }
}
