package io.millrace.memory;

/** The disk has too little space for a file; the message names file, size and free bytes. */
public final class DiskFullException extends MemoryException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception with its cause, which may be null. */
    public DiskFullException(String message, Throwable cause) {
        super(message, cause);
    }
}
