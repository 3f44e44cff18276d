package io.millrace.replication;

import io.millrace.journal.JournalException;

/**
 * What keeps a member from its work and is tried again: a full disk, a damaged file, frames that do not fit. It is told
 * once, and the pauses before the next attempts grow, so that neither a log nor a link is flooded by it. One thread.
 */
final class LocalFailure {

    private static final long FIRST_PAUSE_NS = 1_000_000_000;
    private static final long LONGEST_PAUSE_NS = 60 * FIRST_PAUSE_NS;

    private String reason;
    private String told = "";
    private long toldNs;
    private long pauseNs;
    private long againNs;

    /** Notes a failure, and returns whether it is to be told: it is another one, or was told long ago. */
    boolean note(String why, long nowNs) {
        pauseNs = Math.clamp(2 * pauseNs, FIRST_PAUSE_NS, LONGEST_PAUSE_NS);
        againNs = nowNs + pauseNs;
        reason = why;
        if (why.equals(told) && nowNs - toldNs < LONGEST_PAUSE_NS) {
            return false;
        }
        told = why;
        toldNs = nowNs;
        return true;
    }

    /** Returns what an error says, for people. */
    static String reason(Throwable error) {
        return error instanceof JournalException ? String.valueOf(error.getMessage()) : ErrorReason.of(error);
    }

    /** Returns why, or null where the work can be done. */
    String reason() {
        return reason;
    }

    /** Returns when it is tried again; it has a meaning after {@link #note} alone. */
    long againNs() {
        return againNs;
    }

    /** Notes that the work was done; returns whether it had failed before. */
    boolean clear() {
        boolean had = reason != null;
        reason = null;
        pauseNs = 0;
        return had;
    }
}
