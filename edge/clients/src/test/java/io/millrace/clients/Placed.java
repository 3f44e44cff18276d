package io.millrace.clients;

/** Orders of the tests that were placed. */
public interface Placed {

    /** An order was placed. */
    void placed(String symbol, long quantity);
}
