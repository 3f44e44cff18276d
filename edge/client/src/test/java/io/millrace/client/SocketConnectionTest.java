package io.millrace.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A connection over a socket: its threads, what counts as a sign of life, and how long opening it takes. */
class SocketConnectionTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    /** Fails when a message is written. */
    private static final class FailingFraming extends Framing {

        FailingFraming(Socket carrier, Runnable bytesReceived) throws IOException {
            super(carrier, bytesReceived);
        }

        @Override
        int headerBytes() {
            return 0;
        }

        @Override
        void put(ByteBuffer to, byte[] message) {
            throw new StackOverflowError("in put");
        }

        @Override
        byte[] next(SocketConnection connection) throws IOException {
            return new byte[] {in().readByte()};
        }

        @Override
        byte[] closing(int code) {
            return new byte[0];
        }
    }

    private static Framing framing(String kind, Socket socket, Runnable bytesReceived) {
        try {
            return switch (kind) {
                case "tcp" -> new TcpFraming(socket, bytesReceived);
                case "ws" -> new WebSocketFraming(socket, bytesReceived);
                default -> new FailingFraming(socket, bytesReceived);
            };
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static SocketConnection start(String kind, Socket socket) throws InterruptedException {
        SocketConnection connection =
                SocketConnection.start(socket, (to, received) -> framing(kind, to, received), 10, null);
        assertTrue(connection.awaitOpened(LONG.toNanos()));
        return connection;
    }

    @Test
    void anErrorOfTheWriterEndsTheConnection() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort())) {
            SocketConnection connection = start("failing", socket);
            connection.send("{}");
            assertTrue(connection.awaitEnd(LONG.toNanos()), "it is still open");
            connection.join();
            assertEquals("the client has failed reason=java.lang.StackOverflowError: in put", connection.reason());
        }
    }

    @ParameterizedTest
    @CsvSource({"tcp,00000100", "ws,827e0100"})
    void eachByteOfALongMessageIsASignOfLife(String kind, String header) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort());
                Socket sending = server.accept()) {
            SocketConnection connection = start(kind, socket);
            for (byte next : HexFormat.of().parseHex(header + "0102")) {
                long beforeNs = connection.receivedNs();
                sending.getOutputStream().write(next);
                Await.until("the byte", () -> connection.receivedNs() != beforeNs);
            }
            connection.end("the test has ended");
            connection.join();
        }
    }

    /** Connects until the system takes no further connection for a server that accepts none. */
    private static void fill(InetSocketAddress address, List<Socket> sockets) throws IOException {
        while (true) {
            Socket socket = new Socket();
            sockets.add(socket);
            try {
                socket.connect(address, 300);
            } catch (SocketTimeoutException e) {
                return;
            }
        }
    }

    @Test
    void theAddressesOfAHostShareTheTimeOfAnAttempt() throws Exception {
        Duration within = Duration.ofSeconds(1);
        List<Socket> sockets = new ArrayList<>();
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try (ServerSocket server = new ServerSocket(0, 1, loopback)) {
            fill(new InetSocketAddress(loopback, server.getLocalPort()), sockets);
            ClientOptions options = ClientOptions.at("tcp://127.0.0.1:" + server.getLocalPort());
            Connector connector = Connector.of(options, options.uris().getFirst());
            InetAddress[] addresses = Collections.nCopies(30, loopback).toArray(InetAddress[]::new);
            long sinceNs = System.nanoTime();
            ClientException failed = assertThrows(
                    ClientException.class, () -> connector.connected(addresses, sinceNs + within.toNanos()));
            assertTrue(System.nanoTime() - sinceNs < 10 * within.toNanos(), "each has the whole time");
            assertEquals(29, failed.getSuppressed().length, "each is tried");
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }
}
