package io.millrace.fix.artio;

import io.aeron.logbuffer.ControlledFragmentHandler.Action;
import org.agrona.DirectBuffer;
import uk.co.real_logic.artio.builder.ExecutionReportEncoder;
import uk.co.real_logic.artio.decoder.NewOrderSingleDecoder;
import uk.co.real_logic.artio.library.OnMessageInfo;
import uk.co.real_logic.artio.library.SessionHandler;
import uk.co.real_logic.artio.messages.DisconnectReason;
import uk.co.real_logic.artio.session.Session;
import uk.co.real_logic.artio.util.MutableAsciiBuffer;

/** Answers each order of a session by an ExecutionReport of twelve fields. */
final class OrderHandler implements SessionHandler {

    private static final int ID_BYTES = 20;

    private final boolean validates;
    private final NewOrderSingleDecoder order = new NewOrderSingleDecoder();
    private final ExecutionReportEncoder report = new ExecutionReportEncoder();
    private final MutableAsciiBuffer message = new MutableAsciiBuffer();
    private final MutableAsciiBuffer number = new MutableAsciiBuffer(new byte[ID_BYTES]);
    private long orders;

    OrderHandler(boolean validates) {
        this.validates = validates;
    }

    @Override
    public Action onMessage(
            DirectBuffer buffer,
            int offset,
            int length,
            int libraryId,
            Session session,
            int sequenceIndex,
            long messageType,
            long timestampInNs,
            long position,
            OnMessageInfo messageInfo) {
        if (messageType != NewOrderSingleDecoder.MESSAGE_TYPE) {
            return Action.CONTINUE;
        }
        message.wrap(buffer);
        order.reset();
        order.decode(message, offset, length);
        if (validates && !order.validate()) {
            throw new IllegalStateException("an order is not valid tag=" + order.invalidTagId());
        }
        int digits = number.putLongAscii(0, orders + 1);
        report.orderID(number, digits).execID(number, digits);
        report.execType('0').ordStatus('0').side(order.side());
        report.clOrdID(order.clOrdID(), order.clOrdIDLength()).symbol(order.symbol(), order.symbolLength());
        report.orderQty(order.orderQty()).price(order.price()).leavesQty(order.orderQty());
        report.cumQty(0, 0).avgPx(0, 0);
        if (session.trySend(report) < 0) {
            return Action.ABORT; // there is no room now, and the order comes again
        }
        orders++;
        return Action.CONTINUE;
    }

    @Override
    public void onTimeout(int libraryId, Session session) {
        // the client ends the round
    }

    @Override
    public void onSlowStatus(int libraryId, Session session, boolean hasBecomeSlow) {
        // the client ends the round
    }

    @Override
    public Action onDisconnect(int libraryId, Session session, DisconnectReason reason) {
        return Action.CONTINUE;
    }

    @Override
    public void onSessionStart(Session session) {
        // nothing to do
    }
}
