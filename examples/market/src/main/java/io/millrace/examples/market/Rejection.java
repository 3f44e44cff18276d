package io.millrace.examples.market;

/**
 * A row of the input that is not a trade.
 *
 * @param line the line in the file, counted from 1
 * @param column the name of the column, or its number in the row where the header has no name for it
 * @param value what stands there; empty where the column is missing
 * @param reason what is wrong with it
 */
public record Rejection(long line, String column, String value, String reason) {}
