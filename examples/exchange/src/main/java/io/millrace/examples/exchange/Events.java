package io.millrace.examples.exchange;

/** What has happened at the venue. */
public interface Events {
    /** Says what became of an order. */
    void executionReport(String session, ExecutionReport report);

    /** Says that an order was not cancelled. */
    void orderCancelReject(String session, OrderCancelReject reject);

    /** Says that a book has changed. */
    void book(Book book);

    /** Says that books are asked for. */
    void marketDataRequest(String session, MarketDataRequest request);

    /** Says that a connection has ended. */
    void loggedOut(String session);
}
