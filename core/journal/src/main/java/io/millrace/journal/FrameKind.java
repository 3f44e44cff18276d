package io.millrace.journal;

/** The kind of a frame. */
public enum FrameKind {
    /** A message. */
    DATA,
    /** Data about messages, such as their schema, which readers of messages skip unless they ask for it. */
    METADATA
}
