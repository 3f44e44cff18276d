package io.millrace.examples.market;

/** What an order does. */
public enum Side {
    /** It opens the position. */
    BUY,
    /** It closes the position. */
    SELL
}
