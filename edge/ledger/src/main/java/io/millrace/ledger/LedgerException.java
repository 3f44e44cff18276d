package io.millrace.ledger;

/** A ledger met input or a state that it cannot work with; the message states what, where and the offending value. */
public class LedgerException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception with a message only. */
    public LedgerException(String message) {
        super(message);
    }

    /** Creates an exception with its cause. */
    public LedgerException(String message, Throwable cause) {
        super(message, cause);
    }
}
