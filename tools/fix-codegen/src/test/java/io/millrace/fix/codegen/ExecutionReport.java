// Generated from orders.yaml; changes are lost.
package io.millrace.fix.codegen;

import io.millrace.fix.FixMsgType;
import io.millrace.fix.FixTag;

/** ExecutionReport (8), mutable: the object of a call is filled again for the next one. */
@FixMsgType("8")
public final class ExecutionReport {

    /** OrderID (37). */
    @FixTag(value = 37, required = true)
    public CharSequence orderId;

    /** ClOrdID (11). */
    @FixTag(11)
    public CharSequence clOrdId;

    /** ExecID (17). */
    @FixTag(value = 17, required = true)
    public CharSequence execId;

    /** ExecType (150). */
    @FixTag(value = 150, required = true)
    public ExecType execType;

    /** OrdStatus (39). */
    @FixTag(value = 39, required = true)
    public OrdStatus ordStatus;

    /** Symbol (55). */
    @FixTag(55)
    public CharSequence symbol;

    /** Side (54). */
    @FixTag(value = 54, required = true)
    public Side side;

    /** LeavesQty (151). */
    @FixTag(value = 151, decimals = 0, required = true)
    public long leavesQty;

    /** CumQty (14). */
    @FixTag(value = 14, decimals = 0, required = true)
    public long cumQty;

    /** AvgPx (6). */
    @FixTag(value = 6, decimals = 4, required = true)
    public long avgPx;

    /** Text (58). */
    @FixTag(58)
    public CharSequence text;

    /** Creates an empty one. */
    public ExecutionReport() {}
}
