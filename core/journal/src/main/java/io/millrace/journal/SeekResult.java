package io.millrace.journal;

/** Where a seek led. */
public enum SeekResult {
    /** The frame is there, and the next read returns it, or what is behind it if that was asked for. */
    FOUND,
    /** The index is before the first segment that is still there; the tailer has not moved. */
    BEFORE_START,
    /** The index is behind the last frame; the tailer has not moved. */
    BEYOND_END,
    /** No data or metadata frame starts at this index; the tailer has not moved. */
    NOT_A_FRAME
}
