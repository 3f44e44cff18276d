package io.millrace.replication;

/** Whether a promotion may lose acknowledged messages. */
public enum Losses {
    /** It may not: it is refused if too few members answer. */
    REFUSED,
    /**
     * It may lose what no member holds any more, and for that it needs the answers of all members, whether they are
     * whole or not: for a source that asked for no copies and whose machine went down.
     */
    UNHELD,
    /**
     * It may not, and the caller knows that this member holds everything acknowledged: it needs the answers of none,
     * and is refused if a copy that answers holds more.
     */
    HELD_HERE,
    /** It may: it continues with the members that answer, and reports from where messages may be lost. */
    ACCEPTED
}
