package io.millrace.journal;

import io.millrace.memory.DiskErrors;
import java.io.IOException;

/**
 * The disk has no space for a file: no bytes, no inodes, no quota, or the file would exceed the size allowed. If the
 * file is the next segment, nothing was written, and the next append tries again.
 */
public final class JournalFullException extends JournalException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception with a message and no cause. */
    public JournalFullException(String message) {
        super(message);
    }

    /**
     * Returns the exception for a file or directory that could not be written: a {@code JournalFullException} if there
     * was no space.
     */
    static JournalException orOther(String message, IOException cause) {
        return DiskErrors.isFull(cause)
                ? new JournalFullException(
                        "no space on the disk, in bytes, inodes, quota or the size of a file: " + message, cause)
                : new JournalException(message, cause);
    }

    /** Creates an exception with a message and a cause. */
    public JournalFullException(String message, Throwable cause) {
        super(message, cause);
    }
}
