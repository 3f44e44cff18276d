package io.millrace.wire;

/** Bytes or text are malformed: truncated, damaged, or not of the stated schema. */
public final class WireFormatException extends WireException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates an exception without a cause.
     *
     * @param message what is wrong, where, and the offending value
     */
    public WireFormatException(String message) {
        super(message);
    }

    /**
     * Creates an exception with a cause.
     *
     * @param message what is wrong, where, and the offending value
     * @param cause the cause
     */
    public WireFormatException(String message, Throwable cause) {
        super(message, cause);
    }
}
