package io.millrace.transactions;

/** Another process, or another store of this process, has the directory; the message names it. */
public final class StoreInUseException extends TransactionLogException {

    private static final long serialVersionUID = 1;

    StoreInUseException(String message) {
        super(message);
    }
}
