package io.millrace.transactions;

/** A decision certainly was not recorded, so its transaction can be rolled back. */
public final class DecisionNotRecordedException extends RuntimeException {

    private static final long serialVersionUID = 1;

    /** Creates an exception. */
    public DecisionNotRecordedException(String message, Throwable cause) {
        super(message, cause);
    }
}
