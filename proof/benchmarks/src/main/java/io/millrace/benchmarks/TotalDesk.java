package io.millrace.benchmarks;

import io.millrace.wire.Query;

/** What a component answers: orders, and the total of what was ordered. */
public interface TotalDesk {

    /** Takes an order and returns the total; recorded, and so is the answer. */
    long order(String symbol, long quantity);

    /** Takes an order and returns nothing. */
    void note(String symbol, long quantity);

    /** Returns the total and a number that was given. */
    @Query
    long total(String symbol, long quantity);
}
