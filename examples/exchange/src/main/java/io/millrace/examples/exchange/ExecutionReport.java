package io.millrace.examples.exchange;

import io.millrace.fix.FixMsgType;
import io.millrace.fix.FixTag;

/**
 * What became of an order, ExecutionReport (8). Prices are in ten-thousandths.
 *
 * @param onBehalfOf the session of the order, in a copy for others; null for the trader
 * @param execType 0 new, F trade, 4 cancelled, 8 rejected
 * @param ordStatus 0 new, 1 partly filled, 2 filled, 4 cancelled, 8 rejected
 */
@FixMsgType("8")
public record ExecutionReport(
        @FixTag(115) String onBehalfOf,
        @FixTag(value = 37, required = true) String orderId,
        @FixTag(value = 11, required = true) String clOrdId,
        @FixTag(41) String origClOrdId,
        @FixTag(value = 17, required = true) String execId,
        @FixTag(value = 150, required = true) char execType,
        @FixTag(value = 39, required = true) char ordStatus,
        @FixTag(value = 55, required = true) String symbol,
        @FixTag(value = 54, required = true) char side,

        @FixTag(value = 38, required = true, decimals = 0) long orderQty,

        @FixTag(value = 32, decimals = 0) long lastQty,
        @FixTag(value = 31, decimals = 4) long lastPx,

        @FixTag(value = 151, required = true, decimals = 0) long leavesQty,

        @FixTag(value = 14, required = true, decimals = 0) long cumQty,

        @FixTag(value = 6, required = true, decimals = 4) long avgPx,

        @FixTag(58) String text) {

    /** Returns the same report for another session than that of the order. */
    ExecutionReport copyFor(String trader) {
        return new ExecutionReport(
                trader,
                orderId,
                clOrdId,
                origClOrdId,
                execId,
                execType,
                ordStatus,
                symbol,
                side,
                orderQty,
                lastQty,
                lastPx,
                leavesQty,
                cumQty,
                avgPx,
                text);
    }
}
