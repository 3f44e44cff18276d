package io.millrace.examples.market;

/** A stream of trades in the order of their times. */
public interface Trades {
    /** Accepts the next trade; never earlier than the one before it. */
    void trade(Trade trade);

    /** Accepts the end: there are no more trades. */
    void endOfInput();
}
