package io.millrace.kafka;

/** Calls of tests. */
public interface Trades {
    void trade(Trade trade);

    void closed(String symbol);
}
