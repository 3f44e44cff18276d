package io.millrace.kafka;

/** A message of tests. */
public record Trade(String symbol, double price, long amount) {}
