package io.millrace.kafka;

/** A message of tests. */
public record Total(String symbol, long amount) {}
