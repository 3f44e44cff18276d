package io.millrace.examples.prices;

/** What a symbol costs. */
public record Price(String symbol, double bid, double ask) {}
