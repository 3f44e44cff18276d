package io.millrace.fix;

/** A component whose calls are classes of messages; it answers each order with a report that names it. */
public final class TypedDesk implements TypedCalls.Orders {

    private final TypedCalls.Reports out;
    private long orders;

    /** Creates a desk. */
    public TypedDesk(TypedCalls.Reports out) {
        this.out = out;
    }

    @Override
    public void order(String session, SampleOrder order) {
        String id = order.clOrdId.toString();
        out.report(
                session, new TypedCalls.Report(id, ++orders, '0', '0', order.symbol, order.side, order.orderQty, 0, 0));
    }
}
