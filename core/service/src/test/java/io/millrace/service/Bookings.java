package io.millrace.service;

/** What a {@link Ledger} takes. */
interface Bookings {

    void book(long account, long amount);

    void endOfDay();
}
