package io.millrace.transactions;

/** The store of decisions could not do what was asked; the message says what, where and why. */
public class TransactionLogException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** Creates an exception. */
    public TransactionLogException(String message) {
        super(message);
    }

    /** Creates an exception with a cause. */
    public TransactionLogException(String message, Throwable cause) {
        super(message, cause);
    }
}
