package io.millrace.examples.exchange;

/** An order that the venue has taken; it changes while it is filled. */
final class RestingOrder {
    final String session;
    final String orderId;
    final NewOrderSingle order;
    long leaves;

    /** The sum of price times quantity over what was filled, in ten-thousandths. */
    private long paid;

    RestingOrder(String session, String orderId, NewOrderSingle order) {
        this.session = session;
        this.orderId = orderId;
        this.order = order;
        leaves = order.orderQty();
    }

    void fill(long quantity, long price) {
        leaves -= quantity;
        paid += quantity * price;
    }

    /** Returns the report of what has just happened. */
    ExecutionReport report(
            String execId, char execType, String clOrdId, String origClOrdId, long lastQty, long lastPx, String text) {
        long filled = order.orderQty() - leaves;
        boolean ended = execType == '4' || execType == '8';
        char status = ended ? execType : leaves == 0 ? '2' : filled > 0 ? '1' : '0';
        return new ExecutionReport(
                null,
                orderId,
                clOrdId,
                origClOrdId,
                execId,
                execType,
                status,
                order.symbol(),
                order.side(),
                order.orderQty(),
                lastQty,
                lastPx,
                ended ? 0 : leaves,
                filled,
                filled == 0 ? 0 : paid / filled,
                text);
    }
}
