package io.millrace.examples.exchange;

/** What traders send: messages of FIX as calls, with the name of the session first. */
public interface Requests {
    /** Buys or sells. */
    void newOrderSingle(String session, NewOrderSingle order);

    /** Cancels an order. */
    void orderCancelRequest(String session, OrderCancelRequest request);

    /** Asks for books. */
    void marketDataRequest(String session, MarketDataRequest request);
}
