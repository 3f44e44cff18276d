package io.millrace.examples.exchange;

import io.millrace.fix.FixMsgType;
import io.millrace.fix.FixTag;

/**
 * Asks for the end of an order, what the venue reads of OrderCancelRequest (F).
 *
 * @param clOrdId the name of the request
 * @param origClOrdId the name of the order
 */
@FixMsgType("F")
public record OrderCancelRequest(
        @FixTag(value = 11, required = true) String clOrdId,
        @FixTag(value = 41, required = true) String origClOrdId) {}
