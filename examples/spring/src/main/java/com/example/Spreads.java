package com.example;

import io.millrace.wire.Query;

/** What {@link SpreadWatch} takes, and what it is asked. */
public interface Spreads extends Prices {

    /** Takes a new limit, and returns the one before. */
    double limit(double wide);

    @Query
    long count(String symbol);
}
