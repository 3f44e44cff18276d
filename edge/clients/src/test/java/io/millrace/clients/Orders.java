package io.millrace.clients;

/** Orders of the tests. */
public interface Orders {
    /** An order for a quantity. */
    void order(String symbol, long quantity);
}
