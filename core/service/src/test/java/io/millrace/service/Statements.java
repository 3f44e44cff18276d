package io.millrace.service;

/** What a {@link Ledger} says to each booking. */
interface Statements {

    void statement(long account, long balance, long turnover);
}
