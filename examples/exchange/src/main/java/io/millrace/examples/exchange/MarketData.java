package io.millrace.examples.exchange;

import io.millrace.fix.FixMsgType;
import io.millrace.fix.FixTag;
import java.util.List;

/** The best prices of a book, MarketDataSnapshotFullRefresh (W). */
@FixMsgType("W")
public record MarketData(
        @FixTag(value = 262, required = true) String mdReqId,
        @FixTag(value = 55, required = true) String symbol,
        @FixTag(value = 268, required = true) List<Entry> entries) {

    /**
     * An entry of NoMDEntries (268).
     *
     * @param type 0 for a bid, 1 for an offer; an empty book has one bid without price and size
     * @param price in ten-thousandths
     */
    public record Entry(
            @FixTag(value = 269, required = true) char type,
            @FixTag(value = 270, decimals = 4) long price,
            @FixTag(value = 271, decimals = 0) long size) {}
}
