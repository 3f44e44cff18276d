package io.millrace.ledger;

/** Whether storage has each block that a seat has signed. */
public enum RecordState {
    /** It is that of all earlier runs, or of the first start of a week. */
    KEPT,
    /** It was lost, or is new. */
    LOST
}
