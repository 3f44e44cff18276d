package io.millrace.kafka;

import java.time.Instant;

/** Calls whose parameters are key, time and header of their records, and those that delete keys. */
public interface KeyedPrices {
    void price(@AsKey String symbol, @AsTime Instant at, @AsHeader(name = "venue") String venue, Trade last);

    @AsTombstone
    void removed(@AsKey String symbol);
}
