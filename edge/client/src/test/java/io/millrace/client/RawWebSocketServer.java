package io.millrace.client;

import io.millrace.concurrent.Uninterruptibly;
import io.millrace.fixtures.Await;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import javax.net.ssl.SSLServerSocket;

/** A server that answers the request for a WebSocket with any bytes, one client after the other. */
final class RawWebSocketServer implements AutoCloseable {

    /** What a server says to a client that has said hello. */
    static final String WELCOME = "{\"client\":\"c\",\"appended\":{},\"maxBytes\":1048576}";

    /** What the server says to a client. */
    interface Script {

        /** Runs once the request has come; the connection is closed when the client has ended its side. */
        void run(RawWebSocketServer raw, String request, OutputStream out) throws IOException, InterruptedException;
    }

    /** A frame of the client, without its mask. */
    record Sent(int first, ByteBuffer content) {

        String text() {
            return StandardCharsets.UTF_8.decode(content.duplicate()).toString();
        }
    }

    private final ServerSocket server;
    private final Script script;
    private final Thread thread;
    private final CountDownLatch mayRead;
    private final List<Socket> sockets = Collections.synchronizedList(new ArrayList<>());

    /** The frames that clients have sent. */
    final List<Sent> sent = Collections.synchronizedList(new ArrayList<>());

    /** What was wrong with them. */
    final List<String> wrong = Collections.synchronizedList(new ArrayList<>());

    private RawWebSocketServer(ServerSocket server, Script script, CountDownLatch mayRead) {
        this.server = server;
        this.script = script;
        this.mayRead = mayRead;
        this.thread = Thread.ofPlatform().daemon().name("raw-server").unstarted(this::run);
    }

    static RawWebSocketServer start(Script script) throws IOException {
        return start(script, new CountDownLatch(0));
    }

    /** Starts a server that reads nothing after a request until it may. */
    static RawWebSocketServer start(Script script, CountDownLatch mayRead) throws IOException {
        return start(new ServerSocket(0, 10, InetAddress.getLoopbackAddress()), script, mayRead);
    }

    /** Starts a server at a socket, such as one with TLS. */
    static RawWebSocketServer start(ServerSocket socket, Script script, CountDownLatch mayRead) {
        RawWebSocketServer raw = new RawWebSocketServer(socket, script, mayRead);
        raw.thread.start();
        return raw;
    }

    /** Returns a good answer to a request, up to its empty line. */
    static String accepted(String request) {
        String key = request.lines()
                .filter(line -> line.startsWith("Sec-WebSocket-Key: "))
                .findFirst()
                .orElseThrow()
                .substring("Sec-WebSocket-Key: ".length());
        try {
            byte[] hash = MessageDigest.getInstance("SHA-1")
                    .digest((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").getBytes(StandardCharsets.US_ASCII));
            return "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: keep-alive, Upgrade\r\n"
                    + "Sec-WebSocket-Accept: " + Base64.getEncoder().encodeToString(hash) + "\r\n\r\n";
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns a frame of at most 65,535 bytes without a mask. */
    static byte[] frame(int first, byte[] content) {
        ByteBuffer frame = ByteBuffer.allocate(4 + content.length).put((byte) first);
        if (content.length < 126) {
            frame.put((byte) content.length);
        } else {
            frame.put((byte) 126).putShort((short) content.length);
        }
        frame.put(content);
        byte[] bytes = new byte[frame.position()];
        frame.get(0, bytes);
        return bytes;
    }

    static byte[] text(String text) {
        return frame(0x81, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Waits for the first request of a client, before which it takes nothing. */
    void awaitHello() throws InterruptedException {
        Await.until("a request of the client", () -> !sent.isEmpty());
    }

    String address() {
        return (server instanceof SSLServerSocket ? "wss" : "ws") + "://127.0.0.1:" + server.getLocalPort();
    }

    private void run() {
        while (!server.isClosed()) {
            try (Socket socket = server.accept()) {
                sockets.add(socket);
                DataInputStream in = new DataInputStream(socket.getInputStream());
                ByteArrayOutputStream request = new ByteArrayOutputStream();
                while (!request.toString(StandardCharsets.US_ASCII).endsWith("\r\n\r\n")) {
                    request.write(in.readUnsignedByte());
                }
                Thread reading =
                        Thread.ofPlatform().daemon().name("raw-server-read").start(() -> read(in));
                try {
                    script.run(this, request.toString(StandardCharsets.US_ASCII), socket.getOutputStream());
                } finally {
                    Uninterruptibly.join(reading);
                }
            } catch (IOException e) {
                // The client or the test has ended the connection.
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    private void read(DataInputStream in) {
        try {
            mayRead.await();
            while (true) {
                int first = in.readUnsignedByte();
                int second = in.readUnsignedByte();
                long length = second & 0x7f;
                length = length == 126 ? in.readUnsignedShort() : length == 127 ? in.readLong() : length;
                if ((second & 0x80) == 0 || length > 1 << 24) {
                    wrong.add("second=" + second + " length=" + length);
                    return;
                }
                byte[] mask = in.readNBytes(4);
                byte[] content = in.readNBytes((int) length);
                for (int i = 0; i < content.length; i++) {
                    content[i] ^= mask[i & 3];
                }
                sent.add(new Sent(first, ByteBuffer.wrap(content)));
            }
        } catch (IOException | InterruptedException e) {
            // The client has ended the connection.
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        mayRead.countDown();
        for (Socket socket : List.copyOf(sockets)) {
            socket.close();
        }
        Uninterruptibly.join(thread);
    }
}
