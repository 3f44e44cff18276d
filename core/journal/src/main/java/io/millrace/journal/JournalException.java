package io.millrace.journal;

/** An operation of a journal failed; the message states what, where and the values as {@code name=value}. */
public class JournalException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception with a message and no cause. */
    public JournalException(String message) {
        super(message);
    }

    /** Creates an exception with a message and a cause. */
    public JournalException(String message, Throwable cause) {
        super(message, cause);
    }
}
