package io.millrace.journal;

/** A key was deleted, so that its messages are unreadable, or no keys were given. */
public final class KeyMissingException extends JournalException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception with a message and no cause. */
    public KeyMissingException(String message) {
        super(message);
    }

    /** Creates an exception with a message and a cause. */
    public KeyMissingException(String message, Throwable cause) {
        super(message, cause);
    }
}
