package io.millrace.benchmarks;

import java.util.concurrent.CompletionStage;

/** The service of the benchmark of interactions. */
public interface PriceDesk {

    /** Returns the price of a number of pieces. */
    long price(String symbol, long pieces);

    /** Returns the same, later. */
    CompletionStage<Long> priceLater(String symbol, long pieces);
}
