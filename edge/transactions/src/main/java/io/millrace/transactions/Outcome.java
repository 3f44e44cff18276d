package io.millrace.transactions;

/** How a transaction, or one of its branches, has ended. */
public enum Outcome {
    /** Committed. */
    COMMITTED(0),
    /** Rolled back. */
    ROLLED_BACK(1),
    /** Unknown: the resource has not answered, or not clearly. */
    HAZARD(2),
    /** Committed by one resource and rolled back by another. */
    MIXED(3);

    /** Its code in records. */
    final byte code;

    Outcome(int code) {
        this.code = (byte) code;
    }

    static Outcome of(byte code) {
        for (Outcome outcome : values()) {
            if (outcome.code == code) {
                return outcome;
            }
        }
        throw new TransactionLogException("unknown outcome code=" + code);
    }

    /** Returns the outcome of a whole whose parts have these two: the greater doubt wins, and disagreement is mixed. */
    Outcome and(Outcome other) {
        if (this == other) {
            return this;
        }
        if (this == MIXED || other == MIXED) {
            return MIXED;
        }
        return this == HAZARD || other == HAZARD ? HAZARD : MIXED;
    }
}
