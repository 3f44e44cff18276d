package io.millrace.examples.market;

import java.time.Instant;

/**
 * The trades of one minute.
 *
 * @param start when the minute began, in UTC
 * @param open the price of the first trade
 * @param high the highest price
 * @param low the lowest price
 * @param close the price of the last trade
 * @param volume the sum of the amounts, added one by one from the first trade to the last
 * @param count the number of trades, at least 1
 */
public record Bar(Instant start, double open, double high, double low, double close, double volume, long count) {}
