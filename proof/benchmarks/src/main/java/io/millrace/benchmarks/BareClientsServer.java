package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import io.millrace.net.HostPort;
import io.millrace.net.Link;
import io.millrace.net.LinkOptions;
import io.millrace.net.Listener;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.websocket.core.CloseStatus;
import org.eclipse.jetty.websocket.core.CoreSession;
import org.eclipse.jetty.websocket.core.Frame;
import org.eclipse.jetty.websocket.core.FrameHandler;
import org.eclipse.jetty.websocket.core.OpCode;
import org.eclipse.jetty.websocket.core.server.ServerUpgradeRequest;
import org.eclipse.jetty.websocket.core.server.ServerUpgradeResponse;
import org.eclipse.jetty.websocket.core.server.WebSocketNegotiator;
import org.eclipse.jetty.websocket.core.server.WebSocketUpgradeHandler;

/** A listener that echoes bytes, and a web server whose sessions echo texts and get messages for all. */
final class BareClientsServer implements ClientsServer {
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int MAX_IN_FLIGHT = 256;

    /** All of a message but its number; as long as one of our server. */
    private static final String MESSAGE = "{\"as\":1,\"position\":\"01234567-89ab-cdef-0123-456789abcdef/0:1234567\","
            + "\"time\":\"2025-01-01T00:00:00.123456789Z\",\"method\":\"order\",\"arguments\":"
            + "{\"symbol\":\"EURUSD\",\"quantity\":";

    private final Set<Session> sessions = ConcurrentHashMap.newKeySet();
    private final Server server;
    private final ServerConnector connector;
    private final Listener listener;

    private BareClientsServer(Server server, ServerConnector connector, Listener listener) {
        this.server = server;
        this.connector = connector;
        this.listener = listener;
    }

    static BareClientsServer start() throws Exception {
        QueuedThreadPool pool = new QueuedThreadPool(16, 4);
        pool.setReservedThreads(0); // as our server does
        Server server = new Server(pool);
        ServerConnector connector = new ServerConnector(server);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        Listener listener =
                Listener.start(new HostPort("127.0.0.1", 0), LinkOptions.defaults(), BareClientsServer::echo);
        BareClientsServer bare = new BareClientsServer(server, connector, listener);
        WebSocketUpgradeHandler upgrade = new WebSocketUpgradeHandler();
        upgrade.addMapping("/clients", new WebSocketNegotiator.AbstractNegotiator() {
            @Override
            public FrameHandler negotiate(
                    ServerUpgradeRequest request, ServerUpgradeResponse response, Callback callback) {
                response.setExtensions(List.of());
                return bare.new Session();
            }
        });
        server.setHandler(upgrade);
        server.start();
        return bare;
    }

    /** Returns the text of a message to all. */
    static String message(long number) {
        return MESSAGE + number + "}}";
    }

    private static void echo(Link link) {
        link.establish();
        ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
        while (link.read(buffer) >= 0) {
            link.write(buffer.flip());
            buffer.clear();
        }
    }

    @Override
    public InetSocketAddress address(ClientsSuite.Wire wire) {
        int port = wire == ClientsSuite.Wire.TCP ? listener.address().port() : connector.getLocalPort();
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    @Override
    public void fanOut(long messages) throws InterruptedException {
        for (long i = 0; i < messages; i++) {
            ByteBuffer text = ByteBuffer.wrap(message(i).getBytes(StandardCharsets.US_ASCII));
            for (Session session : sessions) {
                session.send(text.duplicate());
            }
        }
    }

    @Override
    public void close() {
        try {
            server.stop();
        } catch (Exception e) {
            throw new BenchmarkException("cannot stop the bare server", e);
        } finally {
            server.destroy();
            listener.close();
        }
    }

    private final class Session implements FrameHandler {
        private final Semaphore free = new Semaphore(MAX_IN_FLIGHT);
        private final Callback done = Callback.from(free::release);
        private CoreSession session;

        void send(ByteBuffer text) throws InterruptedException {
            free.acquire();
            session.sendFrame(new Frame(OpCode.TEXT, true, text), done, false);
        }

        @Override
        public void onOpen(CoreSession core, Callback callback) {
            session = core;
            core.setAutoFragment(false); // or a frame that comes in parts would be several
            sessions.add(this);
            callback.succeeded();
            core.demand();
        }

        @Override
        public void onFrame(Frame frame, Callback callback) {
            if (frame.getOpCode() == OpCode.TEXT) {
                ByteBuffer copy = ByteBuffer.allocate(frame.getPayloadLength());
                copy.put(frame.getPayload().duplicate());
                session.sendFrame(new Frame(OpCode.TEXT, true, copy.flip()), Callback.NOOP, false);
            }
            callback.succeeded();
            if (frame.getOpCode() != OpCode.CLOSE) {
                session.demand();
            }
        }

        @Override
        public void onError(Throwable cause, Callback callback) {
            callback.succeeded();
        }

        @Override
        public void onClosed(CloseStatus status, Callback callback) {
            sessions.remove(this);
            callback.succeeded();
        }
    }
}
