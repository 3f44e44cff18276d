package io.millrace.memory;

/** A file could not be given the space it asked for; the message names file, size and the bytes that are free. */
public final class DiskFullException extends MemoryException {

    private static final long serialVersionUID = 1L;

    /** Creates one with a message and the exception behind it, which may be null. */
    public DiskFullException(String message, Throwable cause) {
        super(message, cause);
    }
}
