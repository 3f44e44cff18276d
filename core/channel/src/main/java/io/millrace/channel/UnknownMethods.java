package io.millrace.channel;

/** What a reader does with a call of a method that none of its interfaces has. */
public enum UnknownMethods {
    /** Skips it and counts it. */
    SKIP,
    /** Fails with an error that names the method and the index. */
    ERROR
}
