package io.millrace.prove.kafka;

/** The calls of the first topic. */
public interface Trades {
    /** Takes a trade. */
    void trade(Trade trade);
}
