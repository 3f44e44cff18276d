package io.millrace.benchmarks;

import io.millrace.harness.Server;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import quickfix.Application;
import quickfix.ConfigError;
import quickfix.DefaultMessageFactory;
import quickfix.FieldNotFound;
import quickfix.FileStoreFactory;
import quickfix.MemoryStoreFactory;
import quickfix.Message;
import quickfix.Session;
import quickfix.SessionID;
import quickfix.SessionSettings;
import quickfix.SocketAcceptor;

/**
 * The acceptor of QuickFIX/J that its guide begins with, which has one thread for all sessions, without a log of
 * messages and without the delay of small packets.
 */
public final class QuickFixServer implements Server, Application {

    private int orders;

    /** Creates the server; its process calls this. */
    public QuickFixServer() {}

    @Override
    public int start(Path directory, List<String> arguments) throws IOException, ConfigError {
        boolean recorded = FixDuty.of(arguments.getFirst()) == FixDuty.RECORDED;
        int port = freePort();
        SessionSettings settings = new SessionSettings();
        settings.setString("ConnectionType", "acceptor");
        settings.setLong("SocketAcceptPort", port);
        settings.setString("SocketAcceptAddress", "127.0.0.1");
        settings.setString("SocketTcpNoDelay", "Y");
        settings.setString("NonStopSession", "Y");
        settings.setString("UseDataDictionary", recorded ? "Y" : "N");
        if (recorded) {
            settings.setString("FileStorePath", directory.resolve("store").toString());
            Path dictionary = directory.resolve(FixServers.DICTIONARY);
            try (InputStream in = FixServers.dictionaryFile()) {
                Files.copy(in, dictionary);
            }
            settings.setString("DataDictionary", dictionary.toString());
        }
        for (int i = 0; i < FixServers.sessions(arguments); i++) {
            SessionID id = new SessionID(FixServers.VERSION, FixServers.VENUE, FixServers.client(i));
            settings.setString(id, "BeginString", id.getBeginString());
            settings.setString(id, "SenderCompID", id.getSenderCompID());
            settings.setString(id, "TargetCompID", id.getTargetCompID());
        }
        new SocketAcceptor(
                        this,
                        recorded ? new FileStoreFactory(settings) : new MemoryStoreFactory(),
                        settings,
                        null,
                        new DefaultMessageFactory())
                .start();
        return port;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void fromApp(Message order, SessionID session) throws FieldNotFound {
        Message report = new Message();
        report.getHeader().setString(35, "8");
        int number = ++orders;
        report.setInt(37, number);
        report.setInt(17, number);
        report.setChar(150, '0');
        report.setChar(39, '0');
        report.setString(11, order.getString(11));
        report.setString(55, order.getString(55));
        report.setChar(54, order.getChar(54));
        int quantity = order.getInt(38);
        report.setInt(38, quantity);
        report.setDecimal(44, order.getDecimal(44));
        report.setInt(151, quantity);
        report.setInt(14, 0);
        report.setInt(6, 0);
        Session.lookupSession(session).send(report);
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
        // it is sent
    }

    @Override
    public void fromAdmin(Message message, SessionID session) {
        // nothing to do
    }

    @Override
    public void toApp(Message message, SessionID session) {
        // it is sent
    }
}
