package io.millrace.wire;

/** What a reader of text does about a key that its schema does not have. */
public enum UnknownKeys {
    /** It is an error, which names the nearest right key. */
    REFUSE,
    /** It is skipped with everything below it, as BINARY skips a field that the reader does not have. */
    IGNORE
}
