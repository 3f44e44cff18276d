package io.millrace.benchmarks;

/** Orders of clients. */
public interface OrderEntry {
    /** An order for a quantity. */
    void order(String symbol, long quantity);
}
