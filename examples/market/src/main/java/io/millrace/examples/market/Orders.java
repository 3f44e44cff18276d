package io.millrace.examples.market;

/** A stream of orders. */
public interface Orders {
    /** The next order. */
    void order(Order order);
}
