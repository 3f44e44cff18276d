package io.millrace.journal;

/** A file was written in a format version that this release does not know. */
public final class JournalVersionException extends JournalException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception with a message and no cause. */
    public JournalVersionException(String message) {
        super(message);
    }

    /** Creates an exception with a message and a cause. */
    public JournalVersionException(String message, Throwable cause) {
        super(message, cause);
    }
}
