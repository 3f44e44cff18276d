package io.millrace.client;

import java.util.concurrent.TimeUnit;

/**
 * Decides whether a server is silent for too long. It is asked for a sign of life three times in that time, and counts
 * as dead only after two requests in a row after which nothing has come: where this process itself was paused for long,
 * the server has not been asked. Times are those of {@link System#nanoTime}.
 */
final class Silence {

    private static final int UNANSWERED = 2;
    private static final int REQUESTS = 3;

    private final long deadAfterNs;
    private int asked;
    private long askedNs;

    Silence(long deadAfterNs) {
        this.deadAfterNs = deadAfterNs;
    }

    /** Returns after how long without a sign of life the server is asked for one, in nanoseconds. */
    long pingNs() {
        return Math.max(TimeUnit.MILLISECONDS.toNanos(1), deadAfterNs / REQUESTS);
    }

    /**
     * Returns whether the server counts as dead; if not, the caller asks it for a sign of life.
     *
     * @param nowNs the present time
     * @param receivedNs when something has come from the server last
     */
    boolean isDead(long nowNs, long receivedNs) {
        if (receivedNs - askedNs > 0) {
            asked = 0;
        }
        if (nowNs - receivedNs > deadAfterNs && asked >= UNANSWERED) {
            return true;
        }
        asked++;
        askedNs = nowNs;
        return false;
    }
}
