package io.millrace.fix.acceptance;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import quickfix.Application;
import quickfix.ConfigError;
import quickfix.DefaultMessageFactory;
import quickfix.FieldNotFound;
import quickfix.MemoryStoreFactory;
import quickfix.Message;
import quickfix.Session;
import quickfix.SessionID;
import quickfix.SessionNotFound;
import quickfix.SessionSettings;
import quickfix.SocketInitiator;

/** An initiator of QuickFIX/J, whose numbers stay while its process lives. It sends orders and notes answers. */
final class Counterparty implements Application, AutoCloseable {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HH:mm:ss.SSS").withZone(ZoneOffset.UTC);
    private static final int CL_ORD_ID = 11;
    private static final int MSG_TYPE = 35;
    private static final int TEXT = 58;

    private final SessionID id = new SessionID("FIX.4.4", "TW", "ISLD");
    private final SocketInitiator initiator;
    private final List<String> received = new CopyOnWriteArrayList<>();
    private final List<String> complaints = new CopyOnWriteArrayList<>();

    private Counterparty(int port) throws ConfigError {
        SessionSettings settings = new SessionSettings();
        settings.setString("ConnectionType", "initiator");
        settings.setString("SocketConnectHost", "127.0.0.1");
        settings.setLong("SocketConnectPort", port);
        settings.setLong("ReconnectInterval", 1);
        settings.setLong("HeartBtInt", 30);
        settings.setString("NonStopSession", "Y");
        settings.setString("UseDataDictionary", "N");
        settings.setString("SocketTcpNoDelay", "Y");
        settings.setString(id, "BeginString", id.getBeginString());
        settings.setString(id, "SenderCompID", id.getSenderCompID());
        settings.setString(id, "TargetCompID", id.getTargetCompID());
        initiator = new SocketInitiator(this, new MemoryStoreFactory(), settings, null, new DefaultMessageFactory());
    }

    static Counterparty start(int port) throws ConfigError {
        Counterparty counterparty = new Counterparty(port);
        counterparty.initiator.start();
        return counterparty;
    }

    /** Sends an order; while there is no connection it is numbered, and resent when it is asked for. */
    void order(int number) throws SessionNotFound {
        Message order = new Message();
        order.getHeader().setString(MSG_TYPE, "D");
        order.setString(CL_ORD_ID, Integer.toString(number));
        order.setString(55, "IBM");
        order.setString(54, "1");
        order.setString(38, "100");
        order.setString(40, "1");
        order.setString(60, TIME.format(Instant.now()));
        Session.sendToTarget(order, id);
    }

    /** Returns the numbers of the orders that came back, in their order. */
    List<String> received() {
        return received;
    }

    /** Returns what either side has said against the other. */
    List<String> complaints() {
        return complaints;
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
    public void toAdmin(Message message, SessionID session) {
        note("sent", message);
    }

    @Override
    public void fromAdmin(Message message, SessionID session) {
        note("received", message);
    }

    /** Notes Rejects, and Logouts that say why. */
    private void note(String what, Message message) {
        try {
            String type = message.getHeader().getString(MSG_TYPE);
            if (type.equals("3") || (type.equals("5") && message.isSetField(TEXT))) {
                complaints.add(what + " " + message);
            }
        } catch (FieldNotFound e) {
            complaints.add(what + " without a type " + message);
        }
    }

    @Override
    public void toApp(Message message, SessionID session) {
        // it is sent
    }

    @Override
    public void fromApp(Message message, SessionID session) throws FieldNotFound {
        received.add(message.getString(CL_ORD_ID));
    }

    @Override
    public void close() {
        initiator.stop(true);
    }
}
