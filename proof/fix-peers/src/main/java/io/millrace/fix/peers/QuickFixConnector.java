package io.millrace.fix.peers;

import java.util.ArrayList;
import java.util.List;
import quickfix.Application;
import quickfix.ConfigError;
import quickfix.Connector;
import quickfix.DefaultMessageFactory;
import quickfix.FileStoreFactory;
import quickfix.LogFactory;
import quickfix.MemoryStoreFactory;
import quickfix.SessionID;
import quickfix.SessionSettings;
import quickfix.SocketAcceptor;
import quickfix.SocketInitiator;

/**
 * How QuickFIX/J is set up wherever it is a counterparty of ours: the acceptor or initiator that its guide begins with,
 * which has one thread for all sessions, on this machine, without a schedule and without the delay of small packets. It
 * keeps messages in memory, uses no dictionary and shows no messages, unless it is told otherwise.
 */
public final class QuickFixConnector {

    private final FixPeer.Role role;
    private final int port;
    private final SessionSettings settings = new SessionSettings();
    private final List<SessionID> sessions = new ArrayList<>();
    private LogFactory log;
    private boolean files;

    private QuickFixConnector(FixPeer.Role role, int port) {
        this.role = role;
        this.port = port;
        settings.setString("ConnectionType", role == FixPeer.Role.INITIATOR ? "initiator" : "acceptor");
        settings.setString("SocketConnectHost", "127.0.0.1");
        settings.setLong("SocketConnectPort", port);
        settings.setString("SocketAcceptAddress", "127.0.0.1");
        settings.setLong("SocketAcceptPort", port);
        settings.setLong("ReconnectInterval", 1);
        settings.setLong("HeartBtInt", 30);
        settings.setString("NonStopSession", "Y");
        settings.setString("UseDataDictionary", "N");
        settings.setString("SocketTcpNoDelay", "Y");
    }

    /** Begins with a port, at which an acceptor listens and to which an initiator connects. */
    public static QuickFixConnector at(FixPeer.Role role, int port) {
        return new QuickFixConnector(role, port);
    }

    /** Adds a session. */
    public QuickFixConnector with(SessionID id) {
        sessions.add(id);
        settings.setString(id, "BeginString", id.getBeginString());
        settings.setString(id, "SenderCompID", id.getSenderCompID());
        settings.setString(id, "TargetCompID", id.getTargetCompID());
        return this;
    }

    /** Sets a setting of all sessions, by its name in the guide of QuickFIX/J. */
    public QuickFixConnector set(String name, String value) {
        settings.setString(name, value);
        return this;
    }

    /** Keeps messages in files of a directory. */
    public QuickFixConnector storedIn(String directory) {
        files = true;
        return set("FileStorePath", directory);
    }

    /** Shows what is received and sent. */
    public QuickFixConnector with(LogFactory factory) {
        log = factory;
        return this;
    }

    /** Creates the connector, which is started and stopped by its user. */
    public Connector create(Application application) {
        DefaultMessageFactory messages = new DefaultMessageFactory();
        quickfix.MessageStoreFactory stores = files ? new FileStoreFactory(settings) : new MemoryStoreFactory();
        try {
            return role == FixPeer.Role.INITIATOR
                    ? new SocketInitiator(application, stores, settings, log, messages)
                    : new SocketAcceptor(application, stores, settings, log, messages);
        } catch (ConfigError e) {
            throw new IllegalStateException(
                    "a counterparty of QuickFIX/J cannot be made port=" + port + " sessions=" + sessions, e);
        }
    }
}
