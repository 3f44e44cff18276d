package io.millrace.service;

/** With what a day of a {@link Ledger} opens: all that the bookings of the days before have come to. */
interface Balances {

    void day(long number);

    void balance(long account, long amount);
}
