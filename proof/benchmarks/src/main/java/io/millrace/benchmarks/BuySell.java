package io.millrace.benchmarks;

/** The side of the market of a {@code SidedPrice}. */
public enum BuySell {
    /** Somebody wants to buy. */
    BUY,
    /** Somebody wants to sell. */
    SELL
}
