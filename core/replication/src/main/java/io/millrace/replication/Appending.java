package io.millrace.replication;

/** Whether the journal of a source may be appended to. */
public enum Appending {
    /** It may, whether this member is there or not. */
    ALLOWED,
    /** It may as long as this member is there: the policy for missing copies is to refuse. */
    GUARDED,
    /** It may not. */
    REFUSED
}
