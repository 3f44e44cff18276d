package io.millrace.wire;

/** A Java type that cannot be a message, is not on the allow-list, or does not fit the writer's schema. */
public final class WireTypeException extends WireException {
    private static final long serialVersionUID = 1L;

    /**
     * An error with no other exception behind it.
     *
     * @param message what is wrong, where, and the offending value
     */
    public WireTypeException(String message) {
        super(message);
    }

    /**
     * An error that another exception caused.
     *
     * @param message what is wrong, where, and the offending value
     * @param cause the exception behind this one
     */
    public WireTypeException(String message, Throwable cause) {
        super(message, cause);
    }
}
