package io.millrace.journal;

/** A key that is needed is not there, or has been deleted so that what it protects is forgotten. */
public final class KeyMissingException extends JournalException {

    private static final long serialVersionUID = 1L;

    /** Creates one with a message and no cause. */
    public KeyMissingException(String message) {
        super(message);
    }

    /** Creates one with a message and a cause. */
    public KeyMissingException(String message, Throwable cause) {
        super(message, cause);
    }
}
