package io.millrace.memory;

/** A file could not be mapped, allocated or forced; the message names the file and the values. */
public class MemoryException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Creates one with a message and no cause. */
    public MemoryException(String message) {
        super(message);
    }

    /** Creates one with a message and the exception behind it. */
    public MemoryException(String message, Throwable cause) {
        super(message, cause);
    }
}
