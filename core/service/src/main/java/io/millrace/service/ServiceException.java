package io.millrace.service;

/** A service cannot continue; the message names the service, the input and the wrong value. */
public class ServiceException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception with a message only. */
    public ServiceException(String message) {
        super(message);
    }

    /** Creates an exception with its cause. */
    public ServiceException(String message, Throwable cause) {
        super(message, cause);
    }
}
