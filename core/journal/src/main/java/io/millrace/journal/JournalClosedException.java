package io.millrace.journal;

/** The journal, or the appender or tailer, was closed before it was used. */
public final class JournalClosedException extends JournalException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception with a message and no cause. */
    public JournalClosedException(String message) {
        super(message);
    }

    /** Creates an exception with a message and a cause. */
    public JournalClosedException(String message, Throwable cause) {
        super(message, cause);
    }
}
