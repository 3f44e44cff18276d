package io.millrace.prove.fix;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import quickfix.Application;
import quickfix.ConfigError;
import quickfix.Connector;
import quickfix.DefaultMessageFactory;
import quickfix.FieldNotFound;
import quickfix.LogFactory;
import quickfix.MemoryStoreFactory;
import quickfix.Message;
import quickfix.Session;
import quickfix.SessionID;
import quickfix.SessionNotFound;
import quickfix.SessionSettings;
import quickfix.SocketAcceptor;
import quickfix.SocketInitiator;

/**
 * A session of QuickFIX/J whose numbers stay while this process lives. It sends orders, numbered from 1, and expects
 * that their reports come once and in that order. Any thread.
 */
final class Counterparty implements Application, AutoCloseable {

    /** Which side connects. */
    enum Role {
        INITIATOR,
        ACCEPTOR
    }

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HH:mm:ss.SSS").withZone(ZoneOffset.UTC);
    private static final int MSG_TYPE = 35;
    private static final int CL_ORD_ID = 11;
    private static final int ORDER_ID = 37;
    private static final int TEXT = 58;

    private final SessionID id;
    private final Connector connector;
    private final WireLog wire = new WireLog();
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong received = new AtomicLong();
    private final List<String> faults = new CopyOnWriteArrayList<>();

    private Counterparty(String name, Role role, int port) throws ConfigError {
        id = new SessionID("FIX.4.4", name, "SELL");
        SessionSettings settings = new SessionSettings();
        settings.setString("ConnectionType", role == Role.INITIATOR ? "initiator" : "acceptor");
        settings.setString("SocketConnectHost", "127.0.0.1");
        settings.setLong("SocketConnectPort", port);
        settings.setString("SocketAcceptAddress", "127.0.0.1");
        settings.setLong("SocketAcceptPort", port);
        settings.setLong("ReconnectInterval", 1);
        settings.setLong("HeartBtInt", 5);
        settings.setString("NonStopSession", "Y");
        settings.setString("UseDataDictionary", "N");
        settings.setString("SocketTcpNoDelay", "Y");
        settings.setString(id, "BeginString", id.getBeginString());
        settings.setString(id, "SenderCompID", id.getSenderCompID());
        settings.setString(id, "TargetCompID", id.getTargetCompID());
        MemoryStoreFactory stores = new MemoryStoreFactory();
        DefaultMessageFactory messages = new DefaultMessageFactory();
        LogFactory logs = _ -> wire;
        connector = role == Role.INITIATOR
                ? new SocketInitiator(this, stores, settings, logs, messages)
                : new SocketAcceptor(this, stores, settings, logs, messages);
    }

    /**
     * Starts a session.
     *
     * @param port where it connects to, or listens
     */
    static Counterparty start(String name, Role role, int port) {
        try {
            Counterparty counterparty = new Counterparty(name, role, port);
            counterparty.connector.start();
            return counterparty;
        } catch (ConfigError e) {
            throw new FixProofException("a counterparty cannot start name=" + name, e);
        }
    }

    /** Sends the next order; while there is no connection it is numbered, and sent when it is asked for. */
    void order() {
        Message order = new Message();
        order.getHeader().setString(MSG_TYPE, "D");
        order.setString(CL_ORD_ID, Long.toString(sent.get() + 1));
        order.setString(55, "IBM");
        order.setString(54, "1");
        order.setString(38, "100");
        order.setString(40, "1");
        order.setString(60, TIME.format(Instant.now()));
        try {
            Session.sendToTarget(order, id);
        } catch (SessionNotFound e) {
            throw new FixProofException("a counterparty has no session id=" + id, e);
        }
        sent.incrementAndGet();
    }

    long sent() {
        return sent.get();
    }

    long received() {
        return received.get();
    }

    /** Returns how many reports came again, with PossDupFlag. */
    long again() {
        return wire.again();
    }

    /** Throws if a report was lost, came twice or not in its order, or a side has complained. */
    void check() {
        if (!faults.isEmpty() || !wire.faults().isEmpty()) {
            throw new FixProofException("a session is not exact session=" + id + " received=" + received + " sent="
                    + sent + " faults=" + faults.stream().limit(5).toList() + " wire="
                    + wire.faults().stream().limit(5).toList());
        }
    }

    @Override
    public void fromApp(Message message, SessionID session) throws FieldNotFound {
        String expected = Long.toString(received.get() + 1);
        String order = message.getString(CL_ORD_ID);
        String count = message.getString(ORDER_ID);
        if (!order.equals(expected) || !count.equals(expected)) {
            faults.add("expected=" + expected + " order=" + order + " countOfDesk=" + count);
        }
        received.incrementAndGet();
    }

    @Override
    public void fromAdmin(Message message, SessionID session) {
        note("received", message);
    }

    @Override
    public void toAdmin(Message message, SessionID session) {
        note("sent", message);
    }

    /** Notes Rejects, and Logouts that say why. */
    private void note(String what, Message message) {
        try {
            String type = message.getHeader().getString(MSG_TYPE);
            if (type.equals("3") || (type.equals("5") && message.isSetField(TEXT))) {
                faults.add(what + " " + message);
            }
        } catch (FieldNotFound e) {
            faults.add(what + " without a type " + message);
        }
    }

    @Override
    public void onCreate(SessionID session) {
        // nothing to do
    }

    @Override
    public void onLogon(SessionID session) {
        // nothing to do
    }

    @Override
    public void onLogout(SessionID session) {
        // nothing to do
    }

    @Override
    public void toApp(Message message, SessionID session) {
        // it is sent
    }

    @Override
    public void close() {
        connector.stop(true);
    }
}
