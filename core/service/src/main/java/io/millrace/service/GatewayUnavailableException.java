package io.millrace.service;

/** The other side is away for now; the same requests may succeed later. */
public class GatewayUnavailableException extends ServiceException {

    private static final long serialVersionUID = 1L;

    /** Makes an exception with a message only. */
    public GatewayUnavailableException(String message) {
        super(message);
    }

    /** Makes an exception with its cause. */
    public GatewayUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
