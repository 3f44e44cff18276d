package io.millrace.examples.prices;

/** Prices as they change. */
public interface Prices {
    /** Says that a symbol has a new price. */
    void price(Price price);
}
