package io.millrace.service;

/**
 * Another process has taken over at the other side of a gateway or source, which therefore takes nothing more from this
 * one. The service stops. What was not carried out is carried out by the other process, or by the next start.
 */
public class FencedException extends ServiceException {

    private static final long serialVersionUID = 1L;

    /** Makes an exception with a message only. */
    public FencedException(String message) {
        super(message);
    }

    /** Makes an exception with its cause. */
    public FencedException(String message, Throwable cause) {
        super(message, cause);
    }
}
