package io.millrace.interaction;

/**
 * A call of a client has failed: the service refused it, with its text; the connection was lost; the answer did not
 * come in time; or something does not fit. The message says why.
 */
public class InteractionException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception with a message. */
    public InteractionException(String message) {
        super(message);
    }

    /** Creates an exception with a message and a cause. */
    public InteractionException(String message, Throwable cause) {
        super(message, cause);
    }
}
