package io.millrace.measure;

/** Thrown when something cannot be measured as requested; the message names it, with the values. */
public class MeasureException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception with a message of the form {@code what name=value ...}. */
    public MeasureException(String message) {
        super(message);
    }

    /** Creates an exception with a cause. */
    public MeasureException(String message, Throwable cause) {
        super(message, cause);
    }
}
