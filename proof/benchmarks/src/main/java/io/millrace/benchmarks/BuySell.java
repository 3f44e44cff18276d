package io.millrace.benchmarks;

/** The side of the market of a {@code SidedPrice}. */
public enum BuySell {
    /** A price at which a trader wants to buy. */
    BUY,
    /** A price at which a trader wants to sell. */
    SELL
}
