package io.millrace.service;

/**
 * The other side refuses requests of a batch for good, and with them the commit of the batch. The gateway that throws
 * this has noted at least one such request that it had not noted before. The runtime rolls back and repeats the batch
 * at once, and the gateway answers those requests by refusals then. The other side is not away meanwhile.
 */
public class RequestsRefusedException extends ServiceException {

    private static final long serialVersionUID = 1L;

    /** Makes an exception with a message only. */
    public RequestsRefusedException(String message) {
        super(message);
    }

    /** Makes an exception with its cause. */
    public RequestsRefusedException(String message, Throwable cause) {
        super(message, cause);
    }
}
