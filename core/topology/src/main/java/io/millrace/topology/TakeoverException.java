package io.millrace.topology;

import io.millrace.service.ServiceException;

/** A promotion or a reset of a host that was refused or failed. */
public final class TakeoverException extends ServiceException {
    private static final long serialVersionUID = 1L;

    /** Why it was. */
    public enum Reason {
        /** The host still runs. */
        HOST_ANSWERS,
        /** The host may run, and cannot be asked, such as where certificates do not fit. */
        UNASKED,
        /** The spare lacks what others may have acted on. */
        INCOMPLETE,
        /** It was not completed, and is to be called again. */
        UNFINISHED,
        /** The directory is not that of a machine that it can be done on, or another command is at work there. */
        REFUSED
    }

    private final Reason reason;

    TakeoverException(Reason reason, String message) {
        super(message);
        this.reason = reason;
    }

    TakeoverException(Reason reason, String message, Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    /** Returns why it was refused or failed. */
    public Reason reason() {
        return reason;
    }
}
