package io.millrace.ledger;

/**
 * The blocks prove that more seats are faulty than the committee tolerates, so that two correct nodes may decide
 * differently. The node must stop; an operator compares the evidence.
 */
public final class TooManyFaultsException extends LedgerException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception that names the round and the contradicting blocks. */
    public TooManyFaultsException(String message) {
        super(message);
    }
}
