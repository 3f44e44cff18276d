package io.millrace.examples.exchange;

import io.millrace.fix.FixMsgType;
import io.millrace.fix.FixTag;

/** Refuses to cancel, OrderCancelReject (9). */
@FixMsgType("9")
public record OrderCancelReject(
        @FixTag(value = 37, required = true) String orderId,
        @FixTag(value = 11, required = true) String clOrdId,
        @FixTag(value = 41, required = true) String origClOrdId,
        @FixTag(value = 39, required = true) char ordStatus,
        @FixTag(value = 434, required = true) char responseTo,
        @FixTag(58) String text) {}
