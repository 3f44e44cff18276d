package io.millrace.benchmarks;

import com.paritytrading.philadelphia.FIXConfig;
import com.paritytrading.philadelphia.FIXConnection;
import com.paritytrading.philadelphia.FIXConnectionStatusListener;
import com.paritytrading.philadelphia.FIXMessage;
import com.paritytrading.philadelphia.FIXMessageListener;
import com.paritytrading.philadelphia.FIXVersion;
import java.io.IOException;
import java.nio.channels.SocketChannel;

/** Acceptors of Philadelphia, which validates nothing and keeps nothing. */
public final class PhiladelphiaFixServer extends PolledServer {

    private static final FIXConfig CONFIG = FIXConfig.newBuilder()
            .setVersion(FIXVersion.FIX_4_4)
            .setSenderCompID(FixServers.VENUE)
            .setCheckSumEnabled(true)
            .setRxBufferCapacity(1 << 16)
            .build();

    /** Creates the server; its process calls this. */
    public PhiladelphiaFixServer() {}

    @Override
    Connection accepted(SocketChannel channel) {
        return new Acceptor(channel);
    }

    private static final class Acceptor implements Connection, FIXMessageListener, FIXConnectionStatusListener {

        private final FIXConnection connection;
        private final FIXMessage report;
        private long orders;
        private long timeMs;

        Acceptor(SocketChannel channel) {
            connection = new FIXConnection(channel, CONFIG, this, this, System.currentTimeMillis());
            report = connection.create();
        }

        @Override
        public boolean poll() throws IOException {
            long nowMs = System.currentTimeMillis();
            if (nowMs != timeMs) {
                timeMs = nowMs;
                connection.setCurrentTimeMillis(nowMs);
                connection.keepAlive();
            }
            boolean open = connection.receive() >= 0;
            if (!open) {
                connection.close();
            }
            return open;
        }

        @Override
        public void message(FIXMessage order) throws IOException {
            orders++;
            connection.prepare(report, '8');
            report.addField(37).setInt(orders);
            report.addField(17).setInt(orders);
            report.addField(150).setChar('0');
            report.addField(39).setChar('0');
            report.addField(11).set(order.valueOf(11));
            report.addField(55).set(order.valueOf(55));
            report.addField(54).setChar(order.valueOf(54).asChar());
            long quantity = order.valueOf(38).asInt();
            report.addField(38).setInt(quantity);
            report.addField(44).setFloat(order.valueOf(44).asFloat(), 4);
            report.addField(151).setInt(quantity);
            report.addField(14).setInt(0);
            report.addField(6).setInt(0);
            connection.send(report);
        }

        @Override
        public void logon(FIXConnection from, FIXMessage message) throws IOException {
            connection.setTargetCompID(message.valueOf(49).asString().toString());
            connection.sendLogon(false);
        }

        @Override
        public void logout(FIXConnection from, FIXMessage message) throws IOException {
            connection.sendLogout();
        }

        @Override
        public void close(FIXConnection from, String reason) {
            throw new IllegalStateException("the connection is to be closed: " + reason);
        }

        @Override
        public void sequenceReset(FIXConnection from) {
            throw new IllegalStateException("the client has reset numbers");
        }

        @Override
        public void tooLowMsgSeqNum(FIXConnection from, long received, long expected) {
            throw new IllegalStateException("a number is too low received=" + received + " expected=" + expected);
        }

        @Override
        public void reject(FIXConnection from, FIXMessage message) {
            throw new IllegalStateException("the client has rejected a message");
        }
    }
}
