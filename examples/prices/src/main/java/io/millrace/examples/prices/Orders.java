package io.millrace.examples.prices;

/** Orders of clients. */
public interface Orders {
    /** Buys, or sells where the quantity is negative. */
    void order(Order order);
}
