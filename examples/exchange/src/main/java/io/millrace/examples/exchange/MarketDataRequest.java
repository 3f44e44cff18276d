package io.millrace.examples.exchange;

import io.millrace.fix.FixMsgType;
import io.millrace.fix.FixTag;
import java.util.List;

/**
 * Asks for the book of symbols, what the venue reads of MarketDataRequest (V).
 *
 * @param type 0 for the book once, 1 for each change of it from now on, 2 for no more
 */
@FixMsgType("V")
public record MarketDataRequest(
        @FixTag(value = 262, required = true) String mdReqId,
        @FixTag(value = 263, required = true) char type,
        @FixTag(value = 146, required = true) List<Instrument> instruments) {

    /** An entry of NoRelatedSym (146). */
    public record Instrument(
            @FixTag(value = 55, required = true) String symbol) {}
}
