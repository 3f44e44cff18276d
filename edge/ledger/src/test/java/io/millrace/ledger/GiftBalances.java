package io.millrace.ledger;

/** What the component of the tests of nodes tells. */
public interface GiftBalances {
    /** Tells a balance. */
    void onBalance(String to, long points);
}
