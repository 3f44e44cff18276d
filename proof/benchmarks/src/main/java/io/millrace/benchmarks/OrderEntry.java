package io.millrace.benchmarks;

/** Orders of clients. */
public interface OrderEntry {
    /** Takes an order for a quantity. */
    void order(String symbol, long quantity);
}
