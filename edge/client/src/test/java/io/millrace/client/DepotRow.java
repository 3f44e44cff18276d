package io.millrace.client;

/**
 * An item of a {@link Depot}.
 *
 * @param item its name
 * @param amount how many there are
 */
public record DepotRow(String item, long amount) {}
