package io.millrace.examples.exchange;

import io.millrace.fix.FixMsgType;
import io.millrace.fix.FixTag;

/**
 * An order, what the venue reads of NewOrderSingle (D).
 *
 * @param clOrdId the name that the trader gives it
 * @param ordType 1 for market, 2 for limit
 * @param price in ten-thousandths; {@link FixTag#NONE} if there is none
 */
@FixMsgType("D")
public record NewOrderSingle(
        @FixTag(value = 11, required = true) String clOrdId,
        @FixTag(value = 55, required = true) String symbol,
        @FixTag(value = 54, required = true) Side side,

        @FixTag(value = 38, required = true, decimals = 0) long orderQty,

        @FixTag(value = 40, required = true) char ordType,
        @FixTag(value = 44, decimals = 4) long price) {}
