package io.millrace.wire;

/** The form of the writer's Java class for a message; readers may choose the other form. */
public enum MessageForm {
    /** A record. */
    RECORD,
    /** A mutable class. */
    CLASS
}
