package io.millrace.wire;

/** How the writer's Java class holds a message; readers may choose another form. */
public enum MessageForm {
    /** A record. */
    RECORD,
    /** A mutable class. */
    CLASS
}
