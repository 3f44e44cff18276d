package io.millrace.examples.transfer;

/**
 * Money to move from the bank to the shop.
 *
 * @param number its number, from 1
 * @param cents how much, more than 0
 */
public record Transfer(long number, long cents) {}
