package io.millrace.journal;

/** The result of a search by content. */
public enum SearchResult {
    /** The next read returns the first frame that equals the target. */
    EQUAL,
    /** No frame equals the target; the next read returns the first frame after it. */
    GREATER,
    /** All frames are before the target; the tailer is at the end. */
    NONE
}
