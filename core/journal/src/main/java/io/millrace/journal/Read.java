package io.millrace.journal;

/** What a tailer found. */
public enum Read {
    /** A frame; the tailer's accessors tell about it until the next read or move. */
    MESSAGE,
    /** Nothing there yet, in the forward direction. */
    END,
    /** There is a frame, but it has not reached the durability that the tailer reads up to. */
    NOT_SYNCED,
    /** There is a frame, but fewer copies hold it than the tailer asks for. */
    NOT_REPLICATED,
    /** Nothing before, in the backward direction. */
    START,
    /**
     * What came next, in the forward direction, was removed by retention. The tailer stays where it is until it is
     * moved, by {@link Tailer#toStart} for example.
     */
    REMOVED
}
