package io.millrace.examples.exchange;

import io.millrace.fix.FixMsgType;
import io.millrace.fix.FixTag;

/**
 * An order, what the venue reads of NewOrderSingle (D).
 *
 * @param clOrdId the name that the trader gives it
 * @param side 1 to buy, 2 to sell
 * @param ordType 1 for market, 2 for limit
 * @param price in ten-thousandths; {@link FixTag#NONE} if there is none
 */
@FixMsgType("D")
public record NewOrderSingle(
        @FixTag(value = 11, required = true) String clOrdId,
        @FixTag(value = 55, required = true) String symbol,
        @FixTag(value = 54, required = true) char side,

        @FixTag(value = 38, required = true, decimals = 0) long orderQty,

        @FixTag(value = 40, required = true) char ordType,
        @FixTag(value = 44, decimals = 4) long price) {

    /** Returns whether it buys; otherwise it sells. */
    boolean isBuy() {
        return side == '1';
    }
}
