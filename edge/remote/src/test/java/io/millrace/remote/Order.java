package io.millrace.remote;

/** What clients of a test desk place. */
record Order(String symbol, long amount) {}
