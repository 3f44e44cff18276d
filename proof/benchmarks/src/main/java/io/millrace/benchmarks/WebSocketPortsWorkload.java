package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.java_websocket.WebSocket;
import org.java_websocket.client.WebSocketClient;
import org.java_websocket.handshake.ClientHandshake;
import org.java_websocket.handshake.ServerHandshake;
import org.java_websocket.server.WebSocketServer;

/** An echo of a text by the library Java-WebSocket, as its examples show it. */
public final class WebSocketPortsWorkload extends PortsWorkload {
    private static final long PATIENCE_S = 120;
    private static final int PATIENCE_MS = 1_000;

    /** As long as a call of our client. */
    private static final String TEXT = "{\"request\":\"query\",\"query\":1234567,\"channel\":\"orders\","
            + "\"method\":\"total\",\"arguments\":{\"symbol\":\"EURUSD\",\"quantity\":7}}";

    @Override
    boolean has(ClientsSuite.Wire wire) {
        return wire == ClientsSuite.Wire.WEB_SOCKET;
    }

    @Override
    Requests connect(Path directory, ClientsSuite.Wire wire, PortsSuite.Kind kind) throws Exception {
        EchoServer server = EchoServer.started();
        Echo echo = new Echo(server);
        if (!echo.client.connectBlocking(PATIENCE_S, TimeUnit.SECONDS)) {
            throw new BenchmarkException("the client of Java-WebSocket does not connect");
        }
        return echo;
    }

    @Override
    ClientsServer follow(Path directory) throws InterruptedException {
        EchoServer server = EchoServer.started();
        return new ClientsServer() {
            @Override
            public InetSocketAddress address(ClientsSuite.Wire wire) {
                return new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getPort());
            }

            @Override
            public void fanOut(long messages) {
                for (long i = 0; i < messages; i++) {
                    server.broadcast(BareClientsServer.message(i));
                }
            }

            @Override
            public void close() {
                server.end();
            }
        };
    }

    private static final class EchoServer extends WebSocketServer {
        private final CountDownLatch started = new CountDownLatch(1);

        EchoServer() {
            super(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        }

        static EchoServer started() throws InterruptedException {
            EchoServer server = new EchoServer();
            server.setReuseAddr(true);
            server.setTcpNoDelay(true);
            server.start();
            if (!server.started.await(PATIENCE_S, TimeUnit.SECONDS)) {
                throw new BenchmarkException("the server of Java-WebSocket does not start");
            }
            return server;
        }

        void end() {
            try {
                stop(PATIENCE_MS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void onOpen(WebSocket socket, ClientHandshake handshake) {}

        @Override
        public void onClose(WebSocket socket, int code, String reason, boolean remote) {}

        @Override
        public void onMessage(WebSocket socket, String text) {
            socket.send(text);
        }

        @Override
        public void onError(WebSocket socket, Exception error) {}

        @Override
        public void onStart() {
            started.countDown();
        }
    }

    private static final class Echo extends CallbackRequests {
        private final EchoServer server;
        private final WebSocketClient client;
        private final Semaphore single = new Semaphore(0);
        private volatile boolean isSingle;

        Echo(EchoServer server) {
            this.server = server;
            this.client = new WebSocketClient(URI.create("ws://127.0.0.1:" + server.getPort())) {
                @Override
                public void onOpen(ServerHandshake handshake) {}

                @Override
                public void onMessage(String text) {
                    if (isSingle) {
                        single.release();
                    } else {
                        answered();
                    }
                }

                @Override
                public void onClose(int code, String reason, boolean remote) {}

                @Override
                public void onError(Exception error) {
                    failed(error);
                }
            };
            client.setTcpNoDelay(true);
        }

        @Override
        void one() throws InterruptedException {
            isSingle = true;
            client.send(TEXT);
            await(single, 1);
        }

        /**
         * Sends a ping, whose pong takes messages with it that the server has left in its queue: the selector thread of
         * Java-WebSocket can take back the wish to write that another thread has just stated.
         */
        @Override
        void nudge() {
            client.sendPing();
        }

        @Override
        void start() {
            isSingle = false;
            client.send(TEXT);
        }

        @Override
        public void close() {
            try {
                client.closeBlocking();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            server.end();
        }
    }
}
