package io.millrace.examples.market;

import java.time.Instant;

/**
 * An order to trade.
 *
 * @param bar the start of the bar whose signal led to it
 * @param side whether it buys or sells
 * @param quantity how many units
 * @param price the price of the signal
 */
public record Order(Instant bar, Side side, double quantity, double price) {}
