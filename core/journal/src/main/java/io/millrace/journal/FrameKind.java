package io.millrace.journal;

/** What a frame is for. */
public enum FrameKind {
    /** A message. */
    DATA,
    /** Something about messages, such as their schema, that readers of messages pass over unless they ask for it. */
    METADATA
}
