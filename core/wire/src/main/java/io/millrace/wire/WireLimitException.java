package io.millrace.wire;

/** A length, a count or a depth beyond the limit that the reader or the writer has set; see {@link WireLimits}. */
public final class WireLimitException extends WireException {
    private static final long serialVersionUID = 1L;

    /**
     * An error with no other exception behind it.
     *
     * @param message what is wrong, where, and the offending value
     */
    public WireLimitException(String message) {
        super(message);
    }

    /**
     * An error that another exception caused.
     *
     * @param message what is wrong, where, and the offending value
     * @param cause the exception behind this one
     */
    public WireLimitException(String message, Throwable cause) {
        super(message, cause);
    }
}
