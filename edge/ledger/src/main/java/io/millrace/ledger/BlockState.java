package io.millrace.ledger;

/** What became of a block that was offered to a {@link Dag}. */
public enum BlockState {
    /** It is valid and all its parents are there. */
    ACCEPTED,
    /** Parents of it are missing; it is looked at again when they come. */
    WAITING,
    /** It is not valid. */
    REFUSED
}
