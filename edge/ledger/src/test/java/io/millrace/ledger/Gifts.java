package io.millrace.ledger;

/** Calls of the tests of nodes. */
public interface Gifts {
    /** Gives points. */
    void give(String from, String to, long points);
}
