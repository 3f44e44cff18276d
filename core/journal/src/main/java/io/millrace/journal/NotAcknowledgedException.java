package io.millrace.journal;

/**
 * A message was not acknowledged by enough copies within the time that the caller was ready to wait. It stays in the
 * journal, and may be acknowledged later.
 */
public final class NotAcknowledgedException extends JournalException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception with a message and no cause. */
    public NotAcknowledgedException(String message) {
        super(message);
    }
}
