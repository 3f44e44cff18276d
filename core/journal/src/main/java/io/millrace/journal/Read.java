package io.millrace.journal;

/** The result of a read by a tailer. */
public enum Read {
    /** A frame; the tailer's accessors describe it until the next read or move. */
    MESSAGE,
    /** No frame yet, in the forward direction. */
    END,
    /** There is a frame, but it has not reached the durability that the tailer reads up to. */
    NOT_SYNCED,
    /** There is a frame, but it is not acknowledged yet, and the tailer stops at the {@link Mark}. */
    NOT_REPLICATED,
    /** No earlier frame, in the backward direction. */
    START,
    /**
     * Retention removed the next frame, in the forward direction. The tailer stays where it is until it is moved, by
     * {@link Tailer#toStart} for example.
     */
    REMOVED
}
