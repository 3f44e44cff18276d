package io.millrace.replication;

/** Whether a source may append. */
public enum Appending {
    /** Appends succeed. */
    ALLOWED,
    /** Appends are refused, since fewer copies are connected than the journal must have. */
    REFUSED
}
