package io.millrace.examples.exchange;

import io.millrace.fix.FixCode;

/** The sides of an order, codes of Side (54). */
public enum Side {
    /** Bids. */
    @FixCode("1")
    BUY,
    /** Offers. */
    @FixCode("2")
    SELL
}
