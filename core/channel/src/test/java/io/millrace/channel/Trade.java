package io.millrace.channel;

import java.time.Instant;

/** A message of the tests. */
public record Trade(String symbol, Instant at, double price, long quantity) {}
