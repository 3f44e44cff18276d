package io.millrace.fix.codegen;

/** A component: it knows nothing of FIX but the classes of its messages. */
final class Desk implements Orders {

    private final Reports out;
    private final ExecutionReport report = new ExecutionReport();
    private long reports;

    Desk(Reports out) {
        this.out = out;
    }

    @Override
    public void newOrderSingle(String session, NewOrderSingle order) {
        report.orderId = order.clOrdId;
        report.clOrdId = order.clOrdId;
        report.execId = Long.toString(++reports);
        report.symbol = order.symbol;
        report.side = order.side;
        report.execType = ExecType.NEW;
        report.ordStatus = OrdStatus.NEW;
        report.leavesQty = order.orderQty;
        out.executionReport(session, report);
    }
}
