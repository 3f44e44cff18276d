package io.millrace.examples.market;

/** A stream of orders. */
public interface Orders {
    /** Accepts the next order. */
    void order(Order order);
}
