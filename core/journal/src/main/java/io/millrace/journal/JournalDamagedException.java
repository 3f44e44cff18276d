package io.millrace.journal;

/**
 * A file of a journal differs from what was written to it; the message names file, offset or index, expected and
 * actual.
 */
public final class JournalDamagedException extends JournalException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception with a message and no cause. */
    public JournalDamagedException(String message) {
        super(message);
    }

    /** Creates an exception with a message and a cause. */
    public JournalDamagedException(String message, Throwable cause) {
        super(message, cause);
    }
}
