package io.millrace.kafka;

/** Calls whose records are described by annotations. */
@ToTopic("all")
public interface MarkedTrades {
    void trade(
            @AsKey("symbol") @AsHeader(name = "amount", value = "amount") @AsHeader(name = "price", value = "price")
                    Trade trade,
            @AsPartition int shard);

    @ToTopic("closed")
    void closed(@AsKey String symbol);
}
