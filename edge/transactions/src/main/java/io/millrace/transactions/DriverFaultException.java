package io.millrace.transactions;

import javax.transaction.xa.XAException;

/**
 * An exception of a driver that XA does not provide for: an unchecked exception, or an {@link Error} for lack of memory
 * or a missing class. It counts as the answer of an unreachable resource, since the effect of the call is unknown.
 */
final class DriverFaultException extends XAException {

    private static final long serialVersionUID = 1;

    DriverFaultException(String call, String resource, Throwable cause) {
        super("the driver threw what XA does not provide for call=" + call + " resource=" + resource + " error="
                + text(cause));
        errorCode = XAER_RMFAIL;
        initCause(cause);
    }

    /** Returns the message of an error, which is foreign code, or at least its class. */
    private static String text(Throwable error) {
        try {
            return error.toString();
        } catch (Throwable e) {
            return error.getClass().getName();
        }
    }
}
