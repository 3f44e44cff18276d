package io.millrace.prove.kafka;

/**
 * What the second topic has, one for each trade.
 *
 * @param symbol the symbol of the trade
 * @param partition the partition of the trade, and of this
 * @param number the number of the trade
 * @param amount the sum over all trades of the symbol up to this one
 */
public record Total(String symbol, int partition, long number, long amount) {}
