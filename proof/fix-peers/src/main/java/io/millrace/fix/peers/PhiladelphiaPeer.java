package io.millrace.fix.peers;

import com.paritytrading.philadelphia.FIXConfig;
import com.paritytrading.philadelphia.FIXConnection;
import com.paritytrading.philadelphia.FIXConnectionStatusListener;
import com.paritytrading.philadelphia.FIXMessage;
import com.paritytrading.philadelphia.FIXMessageListener;
import com.paritytrading.philadelphia.FIXVersion;
import io.millrace.fixtures.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;

/**
 * A session of Philadelphia, which is a connection: its user connects, answers Logons and Logouts, and carries the
 * numbers to the next connection. All of it runs on one thread.
 */
final class PhiladelphiaPeer implements FixPeer, FIXMessageListener, FIXConnectionStatusListener {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HH:mm:ss.SSS").withZone(ZoneOffset.UTC);
    private static final long PAUSE_NS = 500_000;

    private interface Action {
        void run() throws IOException;
    }

    private final Role role;
    private final int to;
    private final Numbers numbers;
    private final FIXConfig config;
    private final ServerSocketChannel server;
    private final Queue<Action> actions = new ConcurrentLinkedQueue<>();
    private final List<String> received = new CopyOnWriteArrayList<>();
    private final List<String> complaints = new CopyOnWriteArrayList<>();
    private final Thread thread;
    private FIXConnection connection;
    private FIXMessage message;
    private long in = 1;
    private long out = 1;
    private boolean leaving;
    private volatile boolean loggedOn;
    private volatile boolean stopping;

    private PhiladelphiaPeer(Role role, int to, Numbers numbers, ServerSocketChannel server) {
        this.role = role;
        this.to = to;
        this.numbers = numbers;
        this.server = server;
        config = FIXConfig.newBuilder()
                .setVersion(FIXVersion.FIX_4_4)
                .setSenderCompID(role.compId())
                .setTargetCompID(role.other().compId())
                .setHeartBtInt(HEARTBEAT_SECONDS)
                .setCheckSumEnabled(true)
                .build();
        thread = Thread.ofPlatform().name("philadelphia").unstarted(this::run);
    }

    static PhiladelphiaPeer open(Role role, int to, Numbers numbers) throws IOException {
        ServerSocketChannel server = null;
        if (role == Role.ACCEPTOR) {
            server = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            server.configureBlocking(false);
        }
        PhiladelphiaPeer peer = new PhiladelphiaPeer(role, to, numbers, server);
        peer.thread.start();
        return peer;
    }

    @Override
    public Set<Lack> lacks() {
        return Set.of(Lack.MESSAGES_AGAIN, Lack.ASKED_IN_A_GAP, Lack.RESET_FLAG);
    }

    @Override
    public int port() {
        return server == null ? 0 : server.socket().getLocalPort();
    }

    private void run() {
        while (!stopping) {
            try {
                turn();
            } catch (IOException e) {
                end();
            }
            LockSupport.parkNanos(PAUSE_NS);
        }
        end();
    }

    private void turn() throws IOException {
        SocketChannel accepted = server == null || connection != null ? null : server.accept();
        if (accepted != null) {
            begin(accepted);
        }
        if (connection != null) {
            connection.setCurrentTimeMillis(System.currentTimeMillis());
            if (connection.receive() < 0) {
                end();
            } else {
                connection.keepAlive();
            }
        }
        for (Action action = actions.poll(); action != null; action = actions.poll()) {
            action.run();
        }
    }

    private void begin(SocketChannel channel) throws IOException {
        channel.configureBlocking(false);
        channel.socket().setTcpNoDelay(true);
        connection = new FIXConnection(channel, config, this, this, System.currentTimeMillis());
        connection.setInMsgSeqNum(in);
        connection.setOutMsgSeqNum(out);
        message = connection.create();
        leaving = false;
    }

    private void end() {
        loggedOn = false;
        if (connection != null) {
            in = connection.getInMsgSeqNum();
            out = connection.getOutMsgSeqNum();
            try {
                connection.close();
            } catch (IOException e) {
                complaints.add("cannot close: " + e);
            }
            connection = null;
        }
    }

    @Override
    public void connect() {
        if (role == Role.INITIATOR) {
            actions.add(() -> {
                if (numbers == Numbers.RESET_AT_LOGON) {
                    in = 1;
                    out = 1;
                }
                begin(SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), to)));
                connection.sendLogon(numbers == Numbers.RESET_AT_LOGON);
            });
        }
    }

    @Override
    public void send(long number) {
        actions.add(() -> {
            if (role == Role.INITIATOR) {
                order(number);
            } else {
                report(Long.toString(number));
            }
        });
    }

    private void order(long number) throws IOException {
        connection.prepare(message, 'D');
        message.addField(11).setInt(number);
        message.addField(55).setString("IBM");
        message.addField(54).setChar('1');
        message.addField(60).setString(TIME.format(Instant.now()));
        message.addField(38).setInt(100);
        message.addField(40).setChar('1');
        connection.send(message);
    }

    private void report(String order) throws IOException {
        connection.prepare(message, '8');
        message.addField(37).setString(order);
        message.addField(11).setString(order);
        message.addField(17).setString(order);
        message.addField(150).setChar('0');
        message.addField(39).setChar('0');
        message.addField(55).setString("IBM");
        message.addField(54).setChar('1');
        message.addField(151).setInt(100);
        message.addField(14).setInt(0);
        message.addField(6).setInt(0);
        connection.send(message);
    }

    @Override
    public void message(FIXMessage from) throws IOException {
        String order = from.valueOf(11).asString().toString();
        received.add(order);
        if (from.getMsgType().asChar() == 'D') {
            report(order);
        }
    }

    @Override
    public void logon(FIXConnection from, FIXMessage logon) throws IOException {
        if (role == Role.ACCEPTOR) {
            connection.sendLogon(
                    logon.valueOf(141) != null && logon.valueOf(141).asChar() == 'Y');
        }
        loggedOn = true;
    }

    @Override
    public void logout(FIXConnection from, FIXMessage logout) throws IOException {
        if (!leaving) {
            connection.sendLogout();
        }
        loggedOn = false;
    }

    @Override
    public void close(FIXConnection from, String reason) {
        complaints.add("a connection is to be closed: " + reason);
    }

    @Override
    public void sequenceReset(FIXConnection from) {
        complaints.add("numbers were reset");
    }

    @Override
    public void tooLowMsgSeqNum(FIXConnection from, long number, long expected) {
        complaints.add("a number is too low number=" + number + " expected=" + expected);
    }

    @Override
    public void reject(FIXConnection from, FIXMessage reject) {
        complaints.add("received " + reject);
    }

    @Override
    public List<String> received() {
        return received;
    }

    @Override
    public boolean isLoggedOn() {
        return loggedOn;
    }

    @Override
    public void resetTo(int number) {
        actions.add(() -> {
            connection.prepare(message, '4');
            message.addField(36).setInt(number);
            connection.send(message);
            connection.setOutMsgSeqNum(number);
        });
    }

    @Override
    public void logout() {
        actions.add(() -> {
            leaving = true;
            connection.sendLogout();
        });
    }

    @Override
    public List<String> complaints() {
        return complaints;
    }

    @Override
    public void close() throws IOException {
        stopping = true;
        Await.until("the thread of Philadelphia ends", () -> !thread.isAlive());
        if (server != null) {
            server.close();
        }
    }
}
