package io.millrace.client;

import java.util.concurrent.TimeUnit;

/**
 * Decides whether a server is silent for too long. It is asked for a sign of life three times in that time, and counts
 * as dead only after two requests of which none was answered: where this process itself was paused for long, the server
 * has not been asked.
 */
final class Silence {

    private static final int UNANSWERED = 2;
    private static final int REQUESTS = 3;

    private final long deadAfterNs;
    private int asked;

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
     * @param silentNs for how long nothing has come from the server
     */
    boolean isDead(long silentNs) {
        if (silentNs < pingNs()) {
            asked = 0;
        }
        if (silentNs > deadAfterNs && asked >= UNANSWERED) {
            return true;
        }
        asked++;
        return false;
    }
}
