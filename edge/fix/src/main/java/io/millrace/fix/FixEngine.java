package io.millrace.fix;

import io.millrace.channel.EpochClock;
import io.millrace.journal.Index;
import io.millrace.journal.JournalException;
import io.millrace.net.HostPort;
import io.millrace.service.CloseAll;
import io.millrace.service.Task;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.function.Consumer;

/**
 * Sessions over sockets, any number of them on one thread, that of an event loop. A poll reads at most 64 KiB of each
 * connection that has something, and writes to each at most once; it never waits. In the steady state it allocates
 * nothing; with more than eight connections the selector of the JDK allocates 16 bytes for each socket that is ready.
 *
 * <p>Accepted connections find their session by the first message. Initiators connect when their schedule is open. With
 * a {@link FixJournal}, nothing is written to a socket before the journal has it.
 *
 * <p>Sessions, ports and templates are added before the first poll, by the thread that has opened the engine. {@link
 * #execute} and {@link #stop} may be called by any thread; all else belongs to the thread that polls.
 */
public final class FixEngine implements Task {

    private static final int BUFFER_BYTES = 1 << 16;
    private static final int MOST_ACCEPTED = 64;

    /** Up to so many connections are read in turn, which takes less than asking the system which of them are ready. */
    private static final int MOST_READ_DIRECTLY = 8;

    private static final int MOST_ACTIONS = 1 << 10;
    private static final long TICK_NS = 10_000_000L;
    private static final long SLOW_TICK_NS = 1_000_000_000L;

    /** From this difference on between the clock and the time of intervals, the clock was set. */
    private static final long SET_NS = 10_000_000L;

    private final FixEngineOptions options;
    private final FixEngineLimits limits;
    private final EpochClock clock;
    private final EngineLog log;
    private final Selector selector;
    private final EngineSessions sessions;
    private final Map<ServerSocketChannel, FixPort> ports = new HashMap<>();
    private final List<FixFeed> feeds = new ArrayList<>();
    private OperationFeed operations;
    private JournalRetention retention;
    private final List<EngineDialer> dialers = new ArrayList<>();
    private final List<EngineConnection> connections = new ArrayList<>();
    private final Queue<Runnable> actions = new ArrayBlockingQueue<>(MOST_ACTIONS);
    private final Consumer<SelectionKey> selected = this::selected;
    private final byte[] array = new byte[BUFFER_BYTES];
    private final ByteBuffer buffer = ByteBuffer.wrap(array);
    private List<EngineConnection> attended = new ArrayList<>();
    private List<EngineConnection> working = new ArrayList<>();
    private FixJournal journal;
    private final EngineStrangers strangers;
    private boolean someEnded;
    private long nowNs;

    /** The time of intervals, and what the clock is ahead of it. */
    private long steadyNs;

    private long aheadNs;
    private long tickNs;
    private long slowTickNs;
    private int work;
    private volatile int count;
    private volatile boolean stopping;
    private boolean leaving;

    /** Whether a poll has thrown, so that the state of sessions and journal is not certain. */
    private boolean failed;

    private boolean closed;

    private FixEngine(FixEngineOptions options, Selector selector) {
        this.options = options;
        this.selector = selector;
        limits = options.limits();
        clock = options.clock();
        log = new EngineLog(options.log());
        journal = options.journal().orElse(null);
        strangers = new EngineStrangers(limits.maxUnknown());
        sessions = new EngineSessions(journal, limits.maxDynamicSessions(), log);
        steadyNs = options.steady().getAsLong();
        nowNs = clock.nowNs();
        aheadNs = nowNs - steadyNs;
        tickNs = steadyNs;
        slowTickNs = steadyNs;
    }

    /**
     * Opens an engine without sessions.
     *
     * @throws FixException if the system has no means to poll sockets
     */
    public static FixEngine open(FixEngineOptions options) {
        try {
            return new FixEngine(options, Selector.open());
        } catch (IOException e) {
            throw new FixException("cannot open an engine name=" + options.name() + ": " + e.getMessage(), e);
        }
    }

    /**
     * Adds a session, an acceptor's or an initiator's without a destination.
     *
     * @throws FixException if there is one of that name
     */
    public FixSession add(FixSettings settings, FixApplication application) {
        return sessions.add(settings, application);
    }

    /**
     * Adds a session that connects by itself.
     *
     * @throws FixException if there is one of that name, or the settings are those of an acceptor
     */
    public FixSession add(FixSettings settings, FixApplication application, FixDestinations destinations) {
        if (settings.role() != FixSettings.Role.INITIATOR) {
            throw new FixException("a session that connects is an initiator session=" + settings.id());
        }
        FixSession session = add(settings, application);
        connect(session, destinations);
        return session;
    }

    /** Lets an initiator connect to these hosts from now on, and to no others. */
    public void connect(FixSession initiator, FixDestinations destinations) {
        dialers.removeIf(dialer -> dialer.gives(initiator));
        dialers.add(new EngineDialer(this, initiator, destinations));
    }

    /** Adds a template, which is asked for counterparties that have no session. */
    public void add(FixTemplate template) {
        sessions.add(template);
    }

    /**
     * Listens at a port.
     *
     * @return where it listens, with the number of the port
     * @throws FixException if it cannot listen there
     */
    public HostPort listen(FixPort port) {
        InetSocketAddress address =
                new InetSocketAddress(port.address().host(), port.address().port());
        if (address.isUnresolved()) {
            throw new FixException("cannot listen, the name of the host is not known address=" + port.address());
        }
        try {
            ServerSocketChannel server = ServerSocketChannel.open();
            try {
                server.configureBlocking(false);
                server.bind(address);
                server.register(selector, SelectionKey.OP_ACCEPT, server);
            } catch (IOException | RuntimeException e) {
                server.close();
                throw e;
            }
            ports.put(server, port);
            return new HostPort(port.address().host(), ((InetSocketAddress) server.getLocalAddress()).getPort());
        } catch (IOException | RuntimeException e) {
            throw new FixException("cannot listen address=" + port.address() + ": " + e.getMessage(), e);
        }
    }

    /** Adds a feed, which is polled with the engine; its user closes it. */
    void add(FixFeed calls) {
        feeds.add(calls);
    }

    /** Lets operators give orders. */
    void add(OperationFeed orders) {
        operations = orders;
    }

    /** Closes the connection of a session at once, if it has one. */
    void disconnect(FixSession session, String reason) {
        for (EngineConnection connection : connections) {
            if (connection.session() == session) {
                connection.end(nowNs, reason);
            }
        }
    }

    /** Returns the sessions for any thread, which may read what they count and nothing else. */
    Collection<FixSession> shown() {
        return sessions.shown();
    }

    /** Returns the sessions, those of templates included. */
    public Collection<FixSession> sessions() {
        return sessions.all();
    }

    /** Returns the session of a name, or null. */
    public FixSession named(FixSessionId id) {
        return sessions.named(id);
    }

    /**
     * Returns the session of a name such as {@code FIX.4.4:OWN->PEER}, or null. One that a template has made in an
     * earlier run is made again.
     */
    public FixSession named(String name) {
        return sessions.named(name);
    }

    /** Returns how many connections there are. Any thread. */
    public int connections() {
        return count;
    }

    /**
     * Runs an action in the thread that polls, at its next poll. Any thread.
     *
     * @throws FixException if 1,024 actions wait
     */
    public void execute(Runnable action) {
        if (!actions.offer(action)) {
            throw new FixException("too many actions wait for the engine name=" + name() + " most=" + MOST_ACTIONS);
        }
    }

    /** Asks for the end: sessions log out, and the engine is done when all are disconnected. Any thread. */
    public void stop() {
        stopping = true;
    }

    @Override
    public String name() {
        return options.name();
    }

    @Override
    public boolean done() {
        return leaving && connections.isEmpty();
    }

    @Override
    public int poll() {
        try {
            turn();
            return work;
        } catch (RuntimeException | Error e) {
            failed = true;
            throw e;
        }
    }

    private void turn() {
        time();
        work = 0;
        for (Runnable action = actions.poll(); action != null; action = actions.poll()) {
            run(action);
            work++;
        }
        if (stopping && !leaving) {
            leave();
        }
        boolean ticks = steadyNs - tickNs >= 0;
        if (ticks || connections.size() > MOST_READ_DIRECTLY) {
            select();
        } else {
            for (int i = 0; i < connections.size(); i++) {
                work += connections.get(i).read(buffer, array, nowNs) > 0 ? 1 : 0;
            }
        }
        if (ticks) {
            tickNs = steadyNs + TICK_NS;
            tick();
        }
        for (int i = 0; i < feeds.size(); i++) {
            work += feeds.get(i).poll(nowNs);
        }
        work += operations == null ? 0 : operations.poll(nowNs);
        write();
        if (someEnded) {
            someEnded = false;
            connections.removeIf(EngineConnection::isEnded);
        }
        if (count != connections.size()) {
            count = connections.size();
        }
    }

    /** Reads both times; when the clock was set, intervals of sessions continue as if it had not been. */
    private void time() {
        steadyNs = options.steady().getAsLong();
        nowNs = clock.nowNs();
        long setByNs = nowNs - steadyNs - aheadNs;
        if (setByNs > SET_NS || setByNs < -SET_NS) {
            aheadNs += setByNs;
            for (int i = 0; i < connections.size(); i++) {
                connections.get(i).clockSet(setByNs);
            }
        }
    }

    /** Runs an action of others, whose failure is theirs. */
    private void run(Runnable action) {
        try {
            action.run();
        } catch (JournalException e) {
            throw e;
        } catch (RuntimeException | StackOverflowError e) {
            log.note("an action of execute has failed: " + e);
        }
    }

    private void select() {
        try {
            selector.selectNow(selected);
        } catch (IOException e) {
            throw new FixException("cannot poll sockets name=" + name() + ": " + e.getMessage(), e);
        }
    }

    private void leave() {
        leaving = true;
        ports.keySet().forEach(this::close);
        dialers.forEach(EngineDialer::close);
        for (EngineConnection connection : connections) {
            FixSession session = connection.session();
            if (session == null) {
                connection.close("the engine ends");
            } else {
                session.logout(nowNs, null);
            }
        }
    }

    private void close(ServerSocketChannel server) {
        try {
            server.close();
        } catch (IOException e) {
            log.note("cannot close a port: " + e.getMessage());
        }
    }

    private void selected(SelectionKey key) {
        Object attachment = key.attachment();
        if (!key.isValid()) {
            return;
        }
        if (attachment instanceof EngineConnection connection) {
            work += connection.read(buffer, array, nowNs) > 0 ? 1 : 0;
        } else if (attachment instanceof EngineDialer dialer) {
            work++;
            dialer.selected(nowNs);
        } else {
            work++;
            accept((ServerSocketChannel) attachment);
        }
    }

    private void accept(ServerSocketChannel server) {
        for (int i = 0; i < MOST_ACCEPTED; i++) {
            try {
                SocketChannel channel = server.accept();
                if (channel == null) {
                    return;
                }
                accepted(channel, ports.get(server));
            } catch (IOException e) {
                log.note("cannot accept a connection: " + e.getMessage());
                return;
            }
        }
    }

    private void accepted(SocketChannel channel, FixPort port) throws IOException {
        SocketAddress peer = channel.getRemoteAddress();
        EngineConnection victim = strangers.isFull() ? strangers.victim(peer, steadyNs) : null;
        if (connections.size() >= limits.maxConnections() || (strangers.isFull() && victim == null)) {
            channel.close();
            log.note("a connection is refused, there are too many connections=" + connections.size() + " unknown="
                    + strangers.size() + " peer=" + peer);
            return;
        }
        if (victim != null) {
            victim.end(nowNs, "it makes room for others, without a first message");
        }
        EngineConnection connection;
        try {
            channel.configureBlocking(false);
            channel.socket().setTcpNoDelay(true);
            FixTransport transport = transport(channel, port);
            SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
            connection = new EngineConnection(this, transport, key, peer);
            key.attach(connection);
        } catch (IOException | RuntimeException e) {
            channel.close();
            log.note("a connection cannot be used peer=" + peer + ": " + e);
            return;
        }
        connection.accepted(nowNs);
        strangers.add(connection);
        connections.add(connection);
    }

    private static FixTransport transport(SocketChannel channel, FixPort port) throws IOException {
        FixTransport transport = port.tls().isEmpty()
                ? new SocketTransport(channel)
                : new TlsTransport(channel, port.tls().get().accepting(port.certificate()));
        return port.proxy() == FixPort.Proxy.NONE ? transport : new ProxyTransport(channel, transport);
    }

    private void tick() {
        log.tick(steadyNs);
        for (int i = 0; i < connections.size(); i++) {
            connections.get(i).tick(nowNs);
        }
        for (int i = 0; i < dialers.size(); i++) {
            dialers.get(i).tick(nowNs);
        }
        if (steadyNs - slowTickNs >= 0) {
            slowTickNs = steadyNs + SLOW_TICK_NS;
            if (journal != null) {
                retain();
            }
            for (FixSession session : sessions.all()) {
                if (!session.isConnected()) {
                    session.tick(nowNs);
                }
            }
        }
    }

    /** Lets retention remove what nothing needs any more. */
    private void retain() {
        if (retention == null) {
            retention = new JournalRetention(journal, store -> sessions.isOpen(store, nowNs));
        }
        retention.tick(nowNs, steadyNs);
        for (int i = 0; i < feeds.size(); i++) {
            feeds.get(i).keepPosition();
        }
        if (operations != null) {
            operations.keepPosition();
        }
        if (journal.listener() != null) {
            journal.listener().keepPosition();
        }
    }

    private void write() {
        List<EngineConnection> now = attended;
        attended = working;
        working = now;
        for (int i = 0; i < now.size(); i++) {
            EngineConnection connection = now.get(i);
            work += connection.work(nowNs) ? 1 : 0;
            if (connection.isListed()) {
                attended.add(connection);
            }
        }
        now.clear();
    }

    FixEngineLimits limits() {
        return limits;
    }

    EngineLog log() {
        return log;
    }

    Selector selector() {
        return selector;
    }

    long nowNs() {
        return nowNs;
    }

    /** Returns the time of intervals. */
    long steadyNs() {
        return steadyNs;
    }

    boolean hasFailed() {
        return failed;
    }

    boolean isStopping() {
        return stopping;
    }

    boolean isDurable(long index) {
        return journal == null || journal.isDurable(index);
    }

    long lastIndex() {
        return journal == null ? Index.NONE : journal.lastIndex();
    }

    /** Notes that a connection has something to write. */
    void attend(EngineConnection connection) {
        attended.add(connection);
    }

    /** Reads what a connection has, besides its turn. */
    void read(EngineConnection connection) {
        work += connection.read(buffer, array, nowNs) > 0 ? 1 : 0;
    }

    /** Adds a connection that was asked for. */
    void add(EngineConnection connection) {
        connections.add(connection);
    }

    /** Notes that the session of a connection is known, or that it has ended. */
    void known(EngineConnection connection) {
        strangers.remove(connection);
    }

    /** Notes that a connection has ended. */
    void ended(String line) {
        someEnded = true;
        log.note(line);
    }

    /** Returns the session of a name, which a template may make, or null. */
    FixSession known(FixSessionId id) {
        return sessions.known(id);
    }

    /** Returns the session that a first message names, which a template may make, or null. */
    FixSession session(FixSessionId id) {
        return sessions.ofFirstMessage(id);
    }

    /** Notes that a session has no connection any more. */
    void left(FixSession session) {
        sessions.left(session);
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        ports.keySet().forEach(this::close);
        dialers.forEach(EngineDialer::close);
        List<Runnable> closes = new ArrayList<>();
        connections.forEach(connection -> closes.add(() -> connection.end(nowNs, "the engine is closed")));
        closes.add(() -> {
            try {
                selector.close();
            } catch (IOException e) {
                log.note("cannot close a selector: " + e.getMessage());
            }
        });
        options.journal().ifPresent(keeps -> closes.add(keeps::close));
        CloseAll.run(closes);
    }
}
