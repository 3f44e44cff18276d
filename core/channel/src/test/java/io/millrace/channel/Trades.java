package io.millrace.channel;

/** Calls of the tests. */
public interface Trades {

    void trade(Trade trade);

    void endOfInput();
}
