package io.millrace.ledger;

/** How a slot is decided. */
public enum SlotOutcome {
    /** A block of the leader is committed. */
    COMMIT,
    /** No block of the leader will be committed. */
    SKIP,
    /** More blocks are needed. */
    UNDECIDED
}
