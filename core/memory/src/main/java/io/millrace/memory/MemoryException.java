package io.millrace.memory;

/** A file could not be mapped, allocated or forced; the message names the file and the values. */
public class MemoryException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception without a cause. */
    public MemoryException(String message) {
        super(message);
    }

    /** Creates an exception with its cause. */
    public MemoryException(String message, Throwable cause) {
        super(message, cause);
    }
}
