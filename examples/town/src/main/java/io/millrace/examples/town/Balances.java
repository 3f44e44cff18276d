package io.millrace.examples.town;

/** What people are told. */
public interface Balances {

    /** Tells a person how many likes are left. */
    void onBalance(Balance balance);

    /** Tells a person that a batch did not count, since there were too few likes. */
    void onRefused(Shortage shortage);
}
