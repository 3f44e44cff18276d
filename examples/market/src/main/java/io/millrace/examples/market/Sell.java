package io.millrace.examples.market;

import java.time.Instant;

/**
 * The short average has fallen below the long one.
 *
 * @param bar the start of the bar that gave the signal
 * @param price the close of that bar
 */
public record Sell(Instant bar, double price) implements Signal {}
