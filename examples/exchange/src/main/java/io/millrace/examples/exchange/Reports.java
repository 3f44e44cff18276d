package io.millrace.examples.exchange;

/** What sessions are sent: calls that become messages of FIX. */
public interface Reports {
    /** Sends a report. */
    void executionReport(String session, ExecutionReport report);

    /** Sends that an order was not cancelled. */
    void orderCancelReject(String session, OrderCancelReject reject);

    /** Sends a book. */
    void marketData(String session, MarketData data);

    /** Sends that books are refused. */
    void marketDataReject(String session, MarketDataReject reject);
}
