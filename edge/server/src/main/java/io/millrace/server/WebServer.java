package io.millrace.server;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.websocket.core.server.WebSocketMappings;
import org.eclipse.jetty.websocket.core.server.WebSocketServerComponents;

/**
 * A web server for pages, their data, and WebSocket sessions. It answers requests whose host and origin it accepts, and
 * keeps each client within {@link ServerLimits}. Any thread may use it.
 *
 * <p>Two threads accept and select, at most {@value #MAX_THREADS} run in all, and one more looks once a second for
 * clients that do not read or do not send.
 */
public final class WebServer implements AutoCloseable {

    private static final int MAX_THREADS = 16;
    private static final int MIN_THREADS = 4;
    private static final int IDLE_THREAD_MS = 30_000;
    private static final int MAX_QUEUED_TASKS = 4096;
    private static final int BACKLOG = 256;
    private static final long SWEEP_MS = 500;
    private static final long STOP_MS = 2_000;
    private static final long CLOSE_SESSIONS_MS = 500;
    private static final long LOOK_MS = 5;

    private final Server server;
    private final ServerConnector connector;
    private final InetSocketAddress address;
    private final SocketSessions sessions;
    private final ConnectionWatch connections;
    private final Counters counters;
    private final CountDownLatch closing;
    private final Thread sweeper;

    private WebServer(
            Server server,
            ServerConnector connector,
            InetSocketAddress address,
            SocketSessions sessions,
            ConnectionWatch connections,
            Counters counters,
            CountDownLatch closing,
            Thread sweeper) {
        this.server = server;
        this.connector = connector;
        this.address = address;
        this.sessions = sessions;
        this.connections = connections;
        this.counters = counters;
        this.closing = closing;
        this.sweeper = sweeper;
    }

    /**
     * Returns a builder of a server.
     *
     * @param options how it listens, and whom it answers
     */
    public static WebServerBuilder with(WebServerOptions options) {
        return new WebServerBuilder(options);
    }

    static WebServer start(WebServerOptions options, RouteTable routes) {
        JettyLogging.prepare();
        Counters counters = new Counters();
        ErrorReports reports = new ErrorReports(options.errorHandler(), counters, System::nanoTime);
        QueuedThreadPool pool = new QueuedThreadPool(
                MAX_THREADS, MIN_THREADS, IDLE_THREAD_MS, new ArrayBlockingQueue<>(MAX_QUEUED_TASKS));
        pool.setName("millrace-web");
        pool.setReservedThreads(0);
        Server server = new Server(pool);
        server.setStopTimeout(0); // requests are waited for before it is stopped
        server.setErrorHandler(new ErrorPages());
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setRequestHeaderSize(options.limits().maxHeaderBytes());
        http.setHttpCompliance(HttpCompliance.RFC7230);
        ReportingConnector connector = new ReportingConnector(server, new HttpConnectionFactory(http), reports);
        InetAddress where = resolve(options.address());
        connector.setHost(where.getHostAddress());
        connector.setPort(options.port());
        connector.setAcceptQueueSize(BACKLOG);
        connector.setIdleTimeout(options.limits().idleTimeout().toMillis());
        connector.setShutdownIdleTimeout(-1); // a request that is answered slowly is not idle
        ConnectionWatch connections = new ConnectionWatch(options.limits(), counters);
        connector.addBean(connections);
        server.addConnector(connector);
        listen(connector, options);
        try {
            InetSocketAddress address = new InetSocketAddress(where, connector.getLocalPort());
            RequestGuard guard = RequestGuard.of(options, hostText(where), address.getPort());
            WebSocketMappings mappings =
                    new WebSocketMappings(WebSocketServerComponents.ensureWebSocketComponents(server));
            SocketSessions sessions =
                    new SocketSessions(mappings, options.compression(), options.limits(), counters, reports);
            server.setHandler(
                    new ServerHandler(routes, guard, options.limits(), counters, reports, connections, sessions));
            server.start();
            CountDownLatch closing = new CountDownLatch(1);
            Thread sweeper = Thread.ofPlatform()
                    .name("millrace-web-sweeper")
                    .daemon()
                    .start(() -> sweep(connections, sessions, reports, closing));
            return new WebServer(server, connector, address, sessions, connections, counters, closing, sweeper);
        } catch (Exception | Error e) {
            stop(server, e);
            throw new ServerException(
                    "cannot start the web server address=" + options.address() + ":" + options.port() + " reason=" + e,
                    e);
        }
    }

    private static InetAddress resolve(String address) {
        try {
            return InetAddress.getByName(address);
        } catch (UnknownHostException e) {
            throw new ServerException("there is no such address address=" + address, e);
        }
    }

    private static void listen(ReportingConnector connector, WebServerOptions options) {
        String address = options.address() + ":" + options.port();
        try {
            connector.open();
        } catch (IOException e) {
            Throwable cause = e.getCause() instanceof BindException bind ? bind : e;
            String text = String.valueOf(cause.getMessage());
            if (text.contains("in use")) {
                throw new ServerException("cannot listen, another process has the port address=" + address, e);
            }
            throw new ServerException("cannot listen address=" + address + " reason=" + text, e);
        }
    }

    private static String hostText(InetAddress address) {
        String text = address.getHostAddress();
        return text.indexOf(':') >= 0 ? "[" + text + "]" : text;
    }

    private static void stop(Server server, Throwable error) {
        try {
            server.stop();
            server.destroy();
        } catch (Exception | Error e) {
            error.addSuppressed(e);
        }
    }

    private static void sweep(
            ConnectionWatch connections, SocketSessions sessions, ErrorReports reports, CountDownLatch closing) {
        try {
            while (!closing.await(SWEEP_MS, TimeUnit.MILLISECONDS)) {
                try {
                    connections.sweep(System.nanoTime());
                    sessions.sweep(System.nanoTime());
                } catch (RuntimeException | Error e) {
                    reports.report("clients that are slow", e);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns the address that it listens at. */
    public InetSocketAddress address() {
        return address;
    }

    /** Returns the address of the page for people, such as {@code http://127.0.0.1:8080/}. */
    public String uri() {
        InetAddress where = address.getAddress();
        String host = where.isAnyLocalAddress() ? "localhost" : hostText(where);
        return "http://" + host + ":" + address.getPort() + "/";
    }

    /** Returns what it has counted. */
    public ServerCounts counts() {
        return counters.counts(connections.open());
    }

    /**
     * Ends the sessions with code 1001 and closes all connections: idle ones at once, those with a request when it is
     * answered, for which it waits up to 2 s. Waits until its threads have ended. May be called again.
     */
    @Override
    public void close() {
        closing.countDown();
        // From now on no connection is accepted, and each response ends its own.
        CompletableFuture<Void> ended = connector.shutdown();
        sessions.closeAll(new SessionEnd(SessionEnd.GOING_AWAY, "the server ends"));
        try {
            await(CLOSE_SESSIONS_MS, sessions::isEmpty);
            await(STOP_MS, () -> connections.closeIdle() == 0 || ended.isDone());
            server.stop();
            server.destroy();
            sweeper.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            throw new ServerException("cannot stop the web server address=" + address + " reason=" + e, e);
        }
    }

    /** Gives the clients a moment. */
    private static void await(long atMostMs, BooleanSupplier condition) throws InterruptedException {
        long startNs = System.nanoTime();
        while (!condition.getAsBoolean() && System.nanoTime() - startNs < TimeUnit.MILLISECONDS.toNanos(atMostMs)) {
            TimeUnit.MILLISECONDS.sleep(LOOK_MS);
        }
    }
}
