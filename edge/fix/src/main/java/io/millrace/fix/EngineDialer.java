package io.millrace.fix;

import io.millrace.net.HostPort;
import io.millrace.net.TlsIdentity;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicReference;

/** Connects an initiator whenever its schedule is open and it is not connected. Polled by the engine. */
final class EngineDialer {

    private static final long SCHEDULE_EVERY_NS = 1_000_000_000L;

    private enum State {
        WAITING,
        RESOLVING,
        CONNECTING,
        CONNECTED
    }

    private final FixEngine engine;
    private final FixSession session;
    private final FixDestinations destinations;

    /** Holds the address once it is known; another object for each attempt. */
    private AtomicReference<InetSocketAddress> resolved = new AtomicReference<>();

    private State state = State.WAITING;
    private int host;
    private long waitNs;
    private long nextNs;
    private long sinceNs;
    private boolean loggedOn;
    private SocketChannel channel;
    private SelectionKey key;

    EngineDialer(FixEngine engine, FixSession session, FixDestinations destinations) {
        this.engine = engine;
        this.session = session;
        this.destinations = destinations;
        waitNs = destinations.firstWait().toNanos();
        nextNs = engine.steadyNs();
    }

    FixSession session() {
        return session;
    }

    /** Ends its attempts if it connects this session, and returns whether it does. */
    boolean gives(FixSession to) {
        if (session == to) {
            close();
        }
        return session == to;
    }

    /** Lets time pass. */
    void tick(long nowNs) {
        if (engine.isStopping() && state != State.CONNECTED) {
            close();
            state = State.WAITING;
            return;
        }
        switch (state) {
            case WAITING -> {
                if (engine.steadyNs() - nextNs >= 0 && !session.isConnected()) { // it may be to former hosts
                    begin(nowNs);
                }
            }
            case RESOLVING -> {
                InetSocketAddress address = resolved.get();
                if (address != null) {
                    connect(address, nowNs);
                } else if (isLate()) {
                    failed("the name is not resolved in time");
                }
            }
            case CONNECTING -> {
                if (isLate()) {
                    failed("the other side does not accept in time");
                }
            }
            case CONNECTED -> loggedOn |= session.sender().isLoggedOn();
        }
    }

    private boolean isLate() {
        return engine.steadyNs() - sinceNs >= destinations.connectTimeout().toNanos();
    }

    private void begin(long nowNs) {
        if (session.isStopped() || session.settings().schedule().periodAt(FixSchedule.instant(nowNs)) == null) {
            nextNs = engine.steadyNs() + SCHEDULE_EVERY_NS;
            return;
        }
        sinceNs = engine.steadyNs();
        state = State.RESOLVING;
        HostPort to = destinations.hosts().get(host);
        AtomicReference<InetSocketAddress> answer = new AtomicReference<>();
        resolved = answer;
        // A name server may take long; the engine continues meanwhile.
        Thread.ofVirtual().start(() -> answer.set(new InetSocketAddress(to.host(), to.port())));
    }

    private void connect(InetSocketAddress address, long nowNs) {
        if (address.isUnresolved()) {
            failed("the name of the host is not known");
            return;
        }
        state = State.CONNECTING;
        try {
            channel = SocketChannel.open();
            channel.configureBlocking(false);
            channel.socket().setTcpNoDelay(true);
            key = channel.register(engine.selector(), SelectionKey.OP_CONNECT, this);
            if (channel.connect(address)) {
                connected(nowNs);
            }
        } catch (IOException e) {
            failed(reason(e));
        }
    }

    /** Takes note that the socket says whether it is connected. */
    void selected(long nowNs) {
        try {
            if (state == State.CONNECTING && channel.finishConnect()) {
                connected(nowNs);
            }
        } catch (IOException e) {
            failed(reason(e));
        }
    }

    private static String reason(IOException e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    private void connected(long nowNs) throws IOException {
        state = State.CONNECTED;
        loggedOn = false;
        TlsIdentity tls = destinations.tls().orElse(null);
        FixTransport transport = tls == null
                ? new SocketTransport(channel)
                : new TlsTransport(channel, tls.connecting(destinations.hosts().get(host)));
        SocketAddress peer = channel.getRemoteAddress();
        key.interestOps(SelectionKey.OP_READ);
        SelectionKey used = key;
        channel = null;
        key = null;
        EngineConnection connection = new EngineConnection(engine, transport, used, peer);
        used.attach(connection);
        engine.add(connection);
        connection.initiated(this, nowNs);
    }

    /** Takes note that the connection has ended. */
    void ended() {
        if (loggedOn) {
            waitNs = destinations.firstWait().toNanos();
            host = 0;
        } else {
            host = (host + 1) % destinations.hosts().size();
        }
        await();
    }

    private void failed(String reason) {
        session.counts().ended("cannot connect host=" + destinations.hosts().get(host) + ": " + reason);
        engine.log()
                .note("cannot connect session=" + session.settings().id() + " host="
                        + destinations.hosts().get(host) + ": " + reason);
        close();
        host = (host + 1) % destinations.hosts().size();
        await();
    }

    private void await() {
        state = State.WAITING;
        nextNs = engine.steadyNs() + waitNs;
        waitNs = loggedOn
                ? waitNs
                : Math.min(2 * waitNs, destinations.longestWait().toNanos());
        loggedOn = false;
    }

    /** Gives up an attempt. */
    void close() {
        if (state != State.CONNECTED) {
            state = State.WAITING;
        }
        if (channel != null) {
            try {
                channel.close(); // cancels the key
            } catch (IOException e) {
                engine.log().note("cannot close a socket: " + e.getMessage());
            }
            channel = null;
            key = null;
        }
    }
}
