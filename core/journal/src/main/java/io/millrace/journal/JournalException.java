package io.millrace.journal;

/** Something a journal was asked to do failed; the message names what, where and the values as {@code name=value}. */
public class JournalException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Creates one with a message and no cause. */
    public JournalException(String message) {
        super(message);
    }

    /** Creates one with a message and the exception behind it. */
    public JournalException(String message, Throwable cause) {
        super(message, cause);
    }
}
