package io.millrace.examples.market;

import java.time.Instant;

/**
 * One trade.
 *
 * @param at when it took place
 * @param price what one unit cost
 * @param amount how many units changed hands
 */
public record Trade(Instant at, double price, double amount) {}
