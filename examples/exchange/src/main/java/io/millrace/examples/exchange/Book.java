package io.millrace.examples.exchange;

import java.util.List;

/**
 * The best prices of a symbol.
 *
 * @param bids the highest first
 * @param offers the lowest first
 */
public record Book(String symbol, List<Level> bids, List<Level> offers) {

    /**
     * All orders at a price.
     *
     * @param price in ten-thousandths
     */
    public record Level(long price, long quantity) {}
}
