package io.millrace.wire;

/** What a reader of text does with a key that its schema does not have. */
public enum UnknownKeys {
    /** Throws an error that names the most similar known key. */
    REFUSE,
    /** Skips the key and its value, as BINARY skips a field that the reader does not have. */
    IGNORE
}
