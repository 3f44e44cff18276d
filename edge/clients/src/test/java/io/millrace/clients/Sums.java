package io.millrace.clients;

import java.util.List;

/**
 * How much was placed of some symbols, in their order.
 *
 * @param rows the sums, as one order for each symbol
 * @param next the last symbol; null where there are no more
 */
public record Sums(List<Sum> rows, String next) {

    /**
     * How much was placed of a symbol.
     *
     * @param symbol the symbol
     * @param quantity the sum of all orders
     */
    public record Sum(String symbol, long quantity) {}
}
