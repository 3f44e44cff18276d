package io.millrace.journal;

/** The disk has no room for the next segment; nothing was written, and the next append tries again. */
public final class JournalFullException extends JournalException {

    private static final long serialVersionUID = 1L;

    /** Creates one with a message and no cause. */
    public JournalFullException(String message) {
        super(message);
    }

    /** Creates one with a message and the exception behind it. */
    public JournalFullException(String message, Throwable cause) {
        super(message, cause);
    }
}
