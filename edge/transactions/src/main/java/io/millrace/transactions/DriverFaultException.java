package io.millrace.transactions;

import javax.transaction.xa.XAException;

/**
 * What a driver threw that XA does not provide for: an unchecked exception, or an {@link Error} such as one for memory
 * or a class that is missing. It counts as the answer of a resource that cannot be reached, since what the call has
 * done is not known.
 */
final class DriverFaultException extends XAException {

    private static final long serialVersionUID = 1;

    DriverFaultException(String call, String resource, Throwable cause) {
        super("the driver threw what XA does not provide for: call=" + call + " resource=" + resource + " error="
                + text(cause));
        errorCode = XAER_RMFAIL;
        initCause(cause);
    }

    /** Returns what an error says, which is code of others, or at least which one it is. */
    private static String text(Throwable error) {
        try {
            return error.toString();
        } catch (Throwable e) {
            return error.getClass().getName();
        }
    }
}
