package io.millrace.trace;

/** What a reader has done with a message. */
public enum ReadingState {
    /** Outputs name it. */
    OUTPUTS,
    /** It was taken and had no output. */
    NO_OUTPUT,
    /**
     * Later messages were taken and nothing names this one: its call belongs to no interface of the reader, the reader
     * began after it, a queue is in between, or the reader is a named position that is after it.
     */
    PASSED,
    /**
     * Nothing after it is recorded: it was not taken yet, or it was taken without output, which a component records
     * with its next output or at its end.
     */
    UNREAD,
    /** The search ended early; a note states why. */
    UNKNOWN
}
