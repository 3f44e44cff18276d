package io.millrace.benchmarks;

import io.millrace.wire.Query;
import java.util.concurrent.CompletionStage;

/** How a client calls a {@link TotalDesk} without waiting. */
public interface TotalDeskAsked {

    /** Takes an order. */
    CompletionStage<Long> order(String symbol, long quantity);

    /** Asks for the total and a number that is given. */
    @Query
    CompletionStage<Long> total(String symbol, long quantity);
}
