package io.millrace.client;

/**
 * What is taken.
 *
 * @param item the item
 * @param amount how much
 */
public record Receipt(String item, int amount) {}
