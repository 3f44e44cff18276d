package io.millrace.wire;

/** Bytes or text that no writer can have written: truncated, damaged, or not of the stated schema. */
public final class WireFormatException extends WireException {
    private static final long serialVersionUID = 1L;

    /**
     * An error with no other exception behind it.
     *
     * @param message what is wrong, where, and the offending value
     */
    public WireFormatException(String message) {
        super(message);
    }

    /**
     * An error that another exception caused.
     *
     * @param message what is wrong, where, and the offending value
     * @param cause the exception behind this one
     */
    public WireFormatException(String message, Throwable cause) {
        super(message, cause);
    }
}
