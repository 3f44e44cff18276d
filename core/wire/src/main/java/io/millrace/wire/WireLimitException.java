package io.millrace.wire;

/** A length, a count or a depth exceeds the limit of the reader or the writer; see {@link WireLimits}. */
public final class WireLimitException extends WireException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates an exception without a cause.
     *
     * @param message what is wrong, where, and the offending value
     */
    public WireLimitException(String message) {
        super(message);
    }

    /**
     * Creates an exception with a cause.
     *
     * @param message what is wrong, where, and the offending value
     * @param cause the cause
     */
    public WireLimitException(String message, Throwable cause) {
        super(message, cause);
    }
}
