package io.millrace.load;

/** A load cannot be run as it was asked for; the message says what is wrong and where, with the values. */
public class LoadException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Creates one with a message of the form {@code what name=value ...}. */
    public LoadException(String message) {
        super(message);
    }

    /** Creates one that was caused by another exception. */
    public LoadException(String message, Throwable cause) {
        super(message, cause);
    }
}
