package io.millrace.trace;

/** A message cannot be traced at all; the message states what, where and the offending value. */
public final class TraceException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception with a message only. */
    public TraceException(String message) {
        super(message);
    }

    /** Creates an exception with its cause. */
    public TraceException(String message, Throwable cause) {
        super(message, cause);
    }
}
