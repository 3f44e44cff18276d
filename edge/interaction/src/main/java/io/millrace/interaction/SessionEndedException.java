package io.millrace.interaction;

/**
 * The session of a client has ended, so a call got no answer: whether it was carried out is not known, unless the
 * message says that it was not sent.
 */
public final class SessionEndedException extends InteractionException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception with the reason. */
    public SessionEndedException(String message) {
        super(message);
    }

    /** Creates an exception with the reason and the exception in another thread. */
    public SessionEndedException(String message, Throwable cause) {
        super(message, cause);
    }
}
