package io.millrace.fix.peers;

import io.millrace.fixtures.FreePorts;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import quickfix.ConfigError;
import quickfix.Connector;
import quickfix.FieldNotFound;
import quickfix.LogFactory;
import quickfix.Message;
import quickfix.Session;
import quickfix.SessionID;
import quickfix.SessionNotFound;

/** A session of QuickFIX/J, whose numbers stay while the process lives. It connects by itself, again and again. */
public final class QuickFixPeer extends QuickFixApplication implements FixPeer {

    /** Is given each report or order. */
    public interface Listener {
        /** Takes a message. */
        void message(Message message) throws FieldNotFound;
    }

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HH:mm:ss.SSS").withZone(ZoneOffset.UTC);
    private static final int MSG_TYPE = 35;
    private static final int CL_ORD_ID = 11;

    private final SessionID id;
    private final int port;
    private final Connector connector;
    private final Listener listener;
    private final List<String> received = new CopyOnWriteArrayList<>();

    private QuickFixPeer(SessionID id, QuickFixConnector connector, int port, Listener listener) {
        this.id = id;
        this.port = port;
        this.connector = connector.create(this);
        this.listener = listener;
    }

    /** Starts a side of a session {@code BUY} and {@code SELL}, which answers orders, and keeps what it receives. */
    static QuickFixPeer open(Role role, int to, Numbers numbers) throws IOException {
        SessionID id = new SessionID("FIX.4.4", role.compId(), role.other().compId());
        int port = role == Role.ACCEPTOR ? FreePorts.next() : to;
        QuickFixConnector connector = QuickFixConnector.at(role, port)
                .with(id)
                .set("HeartBtInt", Integer.toString(HEARTBEAT_SECONDS))
                .set("ResetOnLogon", numbers == Numbers.RESET_AT_LOGON && role == Role.INITIATOR ? "Y" : "N");
        return started(new QuickFixPeer(id, connector, port, null));
    }

    /**
     * Starts a side that sends orders and gives all messages to a listener.
     *
     * @param log sees what is received and sent; null for none
     */
    public static QuickFixPeer start(SessionID id, Role role, int port, LogFactory log, Listener listener) {
        QuickFixConnector connector =
                QuickFixConnector.at(role, port).with(id).with(log).set("HeartBtInt", "5");
        return started(new QuickFixPeer(id, connector, port, listener));
    }

    private static QuickFixPeer started(QuickFixPeer peer) {
        try {
            peer.connector.start();
            return peer;
        } catch (ConfigError e) {
            throw new IllegalStateException("a counterparty of QuickFIX/J cannot start session=" + peer.id, e);
        }
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public void connect() {
        // it does by itself
    }

    /** Sends an order or a report; while there is no connection it is numbered, and sent when it is asked for. */
    @Override
    public void send(long number) {
        send(id.getSenderCompID().equals(Role.ACCEPTOR.compId()) ? report(Long.toString(number)) : order(number));
    }

    /** Sends an order, whichever side it is. */
    public void sendOrder(long number) {
        send(order(number));
    }

    private void send(Message message) {
        try {
            Session.sendToTarget(message, id);
        } catch (SessionNotFound e) {
            throw new IllegalStateException("there is no session of QuickFIX/J id=" + id, e);
        }
    }

    private static Message order(long number) {
        Message order = new Message();
        order.getHeader().setString(MSG_TYPE, "D");
        order.setString(CL_ORD_ID, Long.toString(number));
        order.setString(55, "IBM");
        order.setString(54, "1");
        order.setString(38, "100");
        order.setString(40, "1");
        order.setString(60, TIME.format(Instant.now()));
        return order;
    }

    private static Message report(String order) {
        Message report = new Message();
        report.getHeader().setString(MSG_TYPE, "8");
        report.setString(37, order);
        report.setString(CL_ORD_ID, order);
        report.setString(17, order);
        report.setString(150, "0");
        report.setString(39, "0");
        report.setString(55, "IBM");
        report.setString(54, "1");
        report.setString(151, "100");
        report.setString(14, "0");
        report.setString(6, "0");
        return report;
    }

    @Override
    public void fromApp(Message message, SessionID session) throws FieldNotFound {
        if (listener != null) {
            listener.message(message);
            return;
        }
        received.add(message.getString(CL_ORD_ID));
        if (message.getHeader().getString(MSG_TYPE).equals("D")) {
            send(report(message.getString(CL_ORD_ID)));
        }
    }

    @Override
    public List<String> received() {
        return received;
    }

    @Override
    public boolean isLoggedOn() {
        Session session = Session.lookupSession(id);
        return session != null && session.isLoggedOn();
    }

    @Override
    public void resetTo(int number) {
        Message reset = new Message();
        reset.getHeader().setString(MSG_TYPE, "4");
        reset.setInt(36, number);
        send(reset);
        try {
            Session.lookupSession(id).setNextSenderMsgSeqNum(number);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Override
    public void logout() {
        Session.lookupSession(id).logout();
    }

    @Override
    public void close() {
        connector.stop(true);
    }
}
