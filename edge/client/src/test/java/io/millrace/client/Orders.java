package io.millrace.client;

/** Orders of the tests. */
public interface Orders {
    /** An order for a quantity. */
    void order(String symbol, long quantity);

    /** A remark of any length. */
    void remark(String text);
}
