package io.millrace.remote;

import io.millrace.interaction.MapService;

/** A map of stock as clients see it. */
interface StockMap extends MapService<String, Stock> {}
