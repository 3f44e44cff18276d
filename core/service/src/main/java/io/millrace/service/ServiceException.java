package io.millrace.service;

/** A service could not go on; the message names the service, the input and the offending value. */
public class ServiceException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Makes an exception with a message only. */
    public ServiceException(String message) {
        super(message);
    }

    /** Makes an exception with its cause. */
    public ServiceException(String message, Throwable cause) {
        super(message, cause);
    }
}
