package io.millrace.jdbc;

/** The answers of a {@link JdbcGateway}, one for each request of {@link JdbcRequests}; the history says to which. */
public interface JdbcResults {
    /**
     * Records that an update was executed.
     *
     * @param count the number of rows that it changed, or 0 where that has no meaning
     */
    void updateResult(long count);

    /**
     * Records that an update failed and changed nothing, unless the fault says that the request has ended its
     * transaction, or its statement commits by itself.
     */
    void updateThrown(JdbcFault fault);

    /**
     * Records that a query was executed.
     *
     * @param rows its rows in order, each of the type that the request has named
     */
    void queryResult(Object... rows);

    /** Records that a query failed. */
    void queryThrown(JdbcFault fault);
}
