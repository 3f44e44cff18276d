// Generated from records.yaml; changes are lost.
package io.millrace.fix.codegen;

import io.millrace.fix.FixMsgType;
import io.millrace.fix.FixTag;
import io.millrace.wire.Precompiled;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;

/**
 * Quote (S).
 *
 * @param quoteId QuoteID (117)
 * @param symbol Symbol (55)
 * @param securityIdSource IDSource (22)
 * @param bidPx BidPx (132)
 * @param offerSize OfferSize (135)
 * @param transactTime TransactTime (60)
 * @param legs NoLegs (555)
 */
@FixMsgType("S")
@Precompiled
public record QuoteRecord(
        @FixTag(value = 117, required = true) String quoteId,
        @FixTag(value = 55, required = true) String symbol,
        @FixTag(22) String securityIdSource,
        @FixTag(132) BigDecimal bidPx,
        @FixTag(value = 135, decimals = 0) Long offerSize,
        @FixTag(60) Instant transactTime,
        @FixTag(555) List<Leg> legs) {

    /**
     * An entry of NoLegs (555).
     *
     * @param legSymbol LegSymbol (600)
     * @param legSide LegSide (624)
     * @param legRatioQty LegRatioQty (623)
     */
    public record Leg(
            @FixTag(600) String legSymbol,
            @FixTag(624) String legSide,
            @FixTag(623) BigDecimal legRatioQty) {}
}
