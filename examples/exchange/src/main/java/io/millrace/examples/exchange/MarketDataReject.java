package io.millrace.examples.exchange;

import io.millrace.fix.FixMsgType;
import io.millrace.fix.FixTag;

/** Refuses a MarketDataRequest, MarketDataRequestReject (Y). */
@FixMsgType("Y")
public record MarketDataReject(
        @FixTag(value = 262, required = true) String mdReqId,
        @FixTag(58) String text) {}
