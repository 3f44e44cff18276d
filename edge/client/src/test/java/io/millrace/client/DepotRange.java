package io.millrace.client;

import java.util.List;

/**
 * Some items of a {@link Depot} in order.
 *
 * @param rows the items
 * @param next the last of them; null where there are no more
 */
public record DepotRange(List<DepotRow> rows, String next) {}
