package io.millrace.benchmarks;

import io.millrace.fix.peers.FixPeer;
import io.millrace.fix.peers.QuickFixApplication;
import io.millrace.fix.peers.QuickFixConnector;
import io.millrace.harness.Server;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import quickfix.ConfigError;
import quickfix.FieldNotFound;
import quickfix.Message;
import quickfix.Session;
import quickfix.SessionID;

/**
 * The acceptor of QuickFIX/J that its guide begins with, which has one thread for all sessions, without a log of
 * messages and without the delay of small packets.
 */
public final class QuickFixServer extends QuickFixApplication implements Server {

    private int orders;

    /** Creates the server; its process calls this. */
    public QuickFixServer() {}

    @Override
    public int start(Path directory, List<String> arguments) throws IOException, ConfigError {
        OptionalInt to = FixServers.connectsTo(arguments);
        int port = to.isPresent() ? to.getAsInt() : freePort();
        QuickFixConnector connector =
                QuickFixConnector.at(to.isPresent() ? FixPeer.Role.INITIATOR : FixPeer.Role.ACCEPTOR, port);
        if (FixDuty.of(arguments.getFirst()) == FixDuty.RECORDED) {
            Path dictionary = directory.resolve(FixServers.DICTIONARY);
            try (InputStream in = FixServers.dictionaryFile()) {
                Files.copy(in, dictionary);
            }
            connector
                    .storedIn(directory.resolve("store").toString())
                    .set("UseDataDictionary", "Y")
                    .set("DataDictionary", dictionary.toString());
        }
        for (int i = 0; i < FixServers.sessions(arguments); i++) {
            connector.with(new SessionID(FixServers.VERSION, FixServers.VENUE, FixServers.client(i)));
        }
        connector.create(this).start();
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
}
