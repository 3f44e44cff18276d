package io.millrace.replication;

import io.millrace.journal.JournalException;

/** An operation of a replicated journal failed; the message states what, where and the values as {@code name=value}. */
public final class ReplicationException extends JournalException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception with a message. */
    public ReplicationException(String message) {
        super(message);
    }

    /** Creates an exception with a message and its cause. */
    public ReplicationException(String message, Throwable cause) {
        super(message, cause);
    }
}
