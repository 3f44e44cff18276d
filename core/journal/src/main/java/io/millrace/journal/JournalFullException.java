package io.millrace.journal;

import io.millrace.memory.DiskErrors;
import java.io.IOException;

/**
 * The disk has no room for a file: no bytes, no inodes, or a quota that is used up. Where it was the next segment,
 * nothing was written, and the next append tries again.
 */
public final class JournalFullException extends JournalException {

    private static final long serialVersionUID = 1L;

    /** Creates one with a message and no cause. */
    public JournalFullException(String message) {
        super(message);
    }

    /** Makes the exception for a file or directory that could not be written: one of this kind if there was no room. */
    static JournalException orOther(String message, IOException cause) {
        return DiskErrors.isFull(cause)
                ? new JournalFullException("no space on the disk, in bytes, inodes or quota: " + message, cause)
                : new JournalException(message, cause);
    }

    /** Creates one with a message and the exception behind it. */
    public JournalFullException(String message, Throwable cause) {
        super(message, cause);
    }
}
