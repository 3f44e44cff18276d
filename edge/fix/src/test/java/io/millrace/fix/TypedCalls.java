package io.millrace.fix;

import java.util.List;

/** Calls with classes of messages, as a topology names them. */
public final class TypedCalls extends FixMessageCalls {

    /** What comes in. */
    public interface Orders {

        /** Takes an order. */
        void order(String session, SampleOrder order);
    }

    /** What goes out. */
    public interface Reports {

        /** Takes a report. */
        void report(String session, Report report);
    }

    /** An ExecutionReport. */
    @FixMsgType("8")
    public record Report(
            @FixTag(value = 37, required = true) String orderId,
            @FixTag(value = 17, required = true) long execId,
            @FixTag(value = 150, required = true) char execType,
            @FixTag(value = 39, required = true) char ordStatus,
            @FixTag(55) String symbol,
            @FixTag(value = 54, required = true) SampleOrder.Side side,
            @FixTag(value = 151, required = true) long leavesQty,
            @FixTag(value = 14, required = true) long cumQty,

            @FixTag(value = 6, required = true, decimals = 4)
            long avgPx) {}

    /** Creates the calls. */
    public TypedCalls() {
        super(List.of(Orders.class), List.of(Reports.class));
    }
}
