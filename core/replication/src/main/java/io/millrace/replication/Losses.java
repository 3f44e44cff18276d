package io.millrace.replication;

/** Whether a promotion may lose acknowledged messages. */
public enum Losses {
    /** It may not: it is refused if too few members answer. */
    REFUSED,
    /** It may: it continues with the members that answer, and reports from where messages may be lost. */
    ACCEPTED
}
