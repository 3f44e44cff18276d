package io.millrace.wire;

/** A Java type cannot be a message, is not on the allow-list, or does not fit the writer's schema. */
public final class WireTypeException extends WireException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates an exception without a cause.
     *
     * @param message what is wrong, where, and the offending value
     */
    public WireTypeException(String message) {
        super(message);
    }

    /**
     * Creates an exception with a cause.
     *
     * @param message what is wrong, where, and the offending value
     * @param cause the cause
     */
    public WireTypeException(String message, Throwable cause) {
        super(message, cause);
    }
}
