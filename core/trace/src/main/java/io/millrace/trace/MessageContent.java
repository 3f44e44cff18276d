package io.millrace.trace;

/** How much of a message could be read, or why it could not. */
public enum MessageContent {
    /** All of it. */
    WHOLE,
    /** The text is cut, or left out where the message is long. */
    SHORTENED,
    /** The arguments are encrypted, and no keys were given. */
    ENCRYPTED,
    /** The arguments are encrypted, and their key is missing or was forgotten. */
    FORGOTTEN,
    /** The channel stores no messages: it is a queue, or an external source. */
    NOT_KEPT,
    /** Retention has removed it. */
    REMOVED,
    /** The channel is not among those that can be read, or has no message at this index. */
    MISSING,
    /** Its record, or one before it, is damaged. */
    DAMAGED
}
