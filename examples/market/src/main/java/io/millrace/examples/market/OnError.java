package io.millrace.examples.market;

/** What becomes of a row that is not a trade. */
public enum OnError {
    /** The run stops with an error that names file, line, column and value. */
    STOP,
    /** The row is left out and passed on as a {@link Rejection}. */
    SKIP
}
