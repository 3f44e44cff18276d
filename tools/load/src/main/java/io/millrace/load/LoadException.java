package io.millrace.load;

/** Thrown when a load cannot run as requested; the message names the error, its location and the values. */
public class LoadException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Creates an exception with a message of the form {@code what name=value ...}. */
    public LoadException(String message) {
        super(message);
    }

    /** Creates an exception with a cause. */
    public LoadException(String message, Throwable cause) {
        super(message, cause);
    }
}
