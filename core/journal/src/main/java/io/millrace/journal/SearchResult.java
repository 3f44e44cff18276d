package io.millrace.journal;

/** Where a search by content led. */
public enum SearchResult {
    /** The next read returns the first frame that is what was looked for. */
    EQUAL,
    /** There is no such frame; the next read returns the first one behind it. */
    GREATER,
    /** All frames are before it; the tailer is at the end. */
    NONE
}
