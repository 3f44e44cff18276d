package io.millrace.journal;

/** A key has been deleted, so that what it protects is forgotten, or the keys are not those of a journal. */
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
