package io.millrace.examples.exchange;

import io.millrace.wire.Query;
import java.util.List;

/** What a page may ask of the venue. */
public interface Books {

    /**
     * An order that waits.
     *
     * @param session of the trader
     * @param clOrdId the name that the trader has given it
     * @param side 1 to buy, 2 to sell
     * @param price in ten-thousandths
     * @param leaves the quantity that waits
     */
    record Waiting(
            String session, String orderId, String clOrdId, String symbol, String side, long price, long leaves) {}

    /** Returns the best prices of all symbols. */
    @Query
    List<Book> books();

    /** Returns the sessions of which orders wait, a bounded number. */
    @Query
    List<String> traders();

    /** Returns the orders of a session that wait, the oldest first, a bounded number. */
    @Query
    List<Waiting> waiting(String session);
}
