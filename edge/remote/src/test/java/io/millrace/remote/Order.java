package io.millrace.remote;

/** What clients order at a test desk. */
record Order(String symbol, long amount) {}
