package io.millrace.remote;

import io.millrace.interaction.MapInputs;

/** The input calls of a map of stock. */
interface StockInputs extends MapInputs<String, Stock> {}
