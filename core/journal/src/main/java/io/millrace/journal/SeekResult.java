package io.millrace.journal;

/** The result of a seek. */
public enum SeekResult {
    /** The frame exists, and the next read returns it, or the frame after it if that was asked for. */
    FOUND,
    /** The index is before the first kept segment; the tailer has not moved. */
    BEFORE_START,
    /** The index is after the last frame; the tailer has not moved. */
    BEYOND_END,
    /** No data or metadata frame starts at this index; the tailer has not moved. */
    NOT_A_FRAME,
    /**
     * The index has another leader than its segment: it is of another {@link Epoch}, whose frame this journal does not
     * have; the tailer has not moved.
     */
    OTHER_EPOCH
}
