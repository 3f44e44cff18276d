package io.millrace.bridge;

/** A queue could not be read to its end; the message names it. */
public final class BridgeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Creates one with a message and no cause. */
    public BridgeException(String message) {
        super(message);
    }

    /** Creates an exception with a message and a cause. */
    public BridgeException(String message, Throwable cause) {
        super(message, cause);
    }
}
