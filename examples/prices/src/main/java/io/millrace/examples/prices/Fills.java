package io.millrace.examples.prices;

/** What became of orders. */
public interface Fills {
    /** Says that an order was carried out. */
    void fill(Order order, double price);

    /** Says that an order was refused. */
    void refused(Order order, String reason);
}
