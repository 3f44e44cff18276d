package io.millrace.clients;

import io.millrace.wire.Query;
import java.math.BigInteger;

/** Calls of the tests that are answered. */
public interface Placing {

    /** Takes an order; returns how many were taken. */
    long place(String symbol, long quantity);

    /** Returns a number of so many bits. */
    BigInteger large(int bits);

    /** Returns it as a query. */
    @Query
    BigInteger largest(int bits);

    /** Returns how many were placed. */
    @Query
    long count();

    /** Returns the sums of the next symbols, at most so many. */
    @Query
    Sums sums(String after, int most);
}
