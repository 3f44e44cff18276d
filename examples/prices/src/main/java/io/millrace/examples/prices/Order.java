package io.millrace.examples.prices;

/** An order at the price of the moment. */
public record Order(String trader, String symbol, long quantity) {}
