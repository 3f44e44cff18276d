package io.millrace.channel;

/** A mutable message of the tests. */
public final class Quote {

    String symbol;
    double bid;
    double ask;
    long number;
}
