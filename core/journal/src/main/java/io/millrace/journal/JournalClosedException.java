package io.millrace.journal;

/** The journal, or the appender or tailer, was closed before it was used. */
public final class JournalClosedException extends JournalException {

    private static final long serialVersionUID = 1L;

    /** Creates one with a message and no cause. */
    public JournalClosedException(String message) {
        super(message);
    }

    /** Creates one with a message and the exception behind it. */
    public JournalClosedException(String message, Throwable cause) {
        super(message, cause);
    }
}
