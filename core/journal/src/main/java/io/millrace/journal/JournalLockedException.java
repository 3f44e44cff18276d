package io.millrace.journal;

/** Another journal object, in this process or another, owns the directory in a way that excludes this one. */
public final class JournalLockedException extends JournalException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception with a message and no cause. */
    public JournalLockedException(String message) {
        super(message);
    }

    /** Creates an exception with a message and a cause. */
    public JournalLockedException(String message, Throwable cause) {
        super(message, cause);
    }
}
