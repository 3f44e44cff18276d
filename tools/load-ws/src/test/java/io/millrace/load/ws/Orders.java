package io.millrace.load.ws;

/** The calls of the tests. */
public interface Orders {
    /** An order for a quantity. */
    void order(String symbol, long quantity);
}
