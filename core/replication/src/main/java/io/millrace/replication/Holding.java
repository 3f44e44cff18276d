package io.millrace.replication;

/**
 * Limits what a copy acknowledges: a copy that holds several journals which are made of each other acknowledges of each
 * no more than what has its causes in the others. The thread of the member calls it, and no method waits.
 */
public interface Holding {

    /**
     * Returns the position up to which the copy acknowledges what it holds. It is asked each time the member is asked
     * for what to send.
     */
    long limit();

    /** Notes that the copy has published more, or was joined. */
    void received();

    /**
     * Notes that the copy is about to set aside what is at and after a position: {@link #limit} is at most that
     * position from now on, and what was read after it means nothing.
     */
    void cutting(long position);

    /** Notes that the copy has set that aside, or has failed to: its files may be read again. */
    void cut();

    /**
     * Returns what keeps the limit from rising though it should, so that the copy stays away from its source, which
     * then knows; null where nothing does.
     */
    String failure();
}
