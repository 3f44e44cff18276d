package io.millrace.prove.kafka;

/**
 * What the first topic has.
 *
 * @param symbol of which thing; all trades of one are in one partition
 * @param partition in which partition it is
 * @param number the how manieth of its partition it is, from 0 on
 * @param amount how much
 */
public record Trade(String symbol, int partition, long number, long amount) {}
