package io.millrace.client;

/** Prices of the tests. */
public interface Prices {
    /** A price of a symbol. */
    void price(String symbol, double value);

    /** The market is closed. */
    void closed();
}
