package io.millrace.ledger;

import java.util.Objects;

/** A message or a block was not taken; the message states the rule and the offending value. */
public final class RejectedException extends LedgerException {
    private static final long serialVersionUID = 1L;

    private final Rejection reason;

    /** Creates an exception with the rule that was broken. */
    public RejectedException(Rejection reason, String message) {
        super(message);
        this.reason = Objects.requireNonNull(reason, "reason");
    }

    /** Returns the rule that was broken. */
    public Rejection reason() {
        return reason;
    }
}
