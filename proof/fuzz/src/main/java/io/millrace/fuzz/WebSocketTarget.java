package io.millrace.fuzz;

import io.millrace.client.ClientOptions;
import io.millrace.client.FollowOptions;
import io.millrace.client.MillraceClient;
import io.millrace.client.Subscription;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.Wire;
import io.millrace.wire.WireFormat;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;

/**
 * The input is what a server sends to a client by WebSocket: any bytes in place of the answer to the request for one,
 * or any bytes after the answers to the requests of a client that follows a channel in JSON or in BINARY. The client
 * takes them or ends the connection with a reason, masks each frame, has no error of its own, and connects again.
 */
final class WebSocketTarget implements Target {

    private static final int KINDS = 3;
    private static final int HEAD = 2;
    private static final int PATIENCE_MS = 120_000;
    private static final int SHORT = 126;
    private static final int LONG = 127;
    private static final int MASKED = 0x80;
    private static final int MAX_FRAME = 1 << 20;
    private static final String KEY = "Sec-WebSocket-Key: ";
    private static final String GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    private static final String JOURNAL = "01234567-89ab-cdef-0123-456789abcdef";
    private static final List<WireFormat> FORMATS = List.of(WireFormat.JSON, WireFormat.BINARY);

    /** Clients of each format, which connect again and again. */
    private final List<Session> sessions = new ArrayList<>();

    @Override
    public void accept(byte[] input) {
        if (input.length == 0) {
            return;
        }
        int kind = (input[0] & 0xFF) % KINDS;
        byte[] rest = Arrays.copyOfRange(input, 1, input.length);
        try {
            if (sessions.isEmpty()) {
                for (WireFormat format : FORMATS) {
                    sessions.add(new Session(format));
                }
            }
            sessions.get(kind % FORMATS.size()).serve(kind == HEAD, rest);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A client, and the server to which it connects. */
    private static final class Session implements AutoCloseable {

        private final WireFormat format;
        private final List<String> errors = Collections.synchronizedList(new ArrayList<>());
        private ServerSocket server;

        /** The connection for the next input: the client has reported what ended the one before it. */
        private Socket next;

        private MillraceClient client;
        private Subscription followed;

        Session(WireFormat format) {
            this.format = format;
        }

        private void open() throws IOException {
            if (followed != null && followed.ended().isPresent()) {
                close(); // a server may end a subscription
            }
            if (client == null) {
                server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
                server.setSoTimeout(PATIENCE_MS);
                client = MillraceClient.connect(ClientOptions.at("ws://127.0.0.1:" + server.getLocalPort())
                        .withPauses(Duration.ofNanos(1_000), Duration.ofMillis(1))
                        .withListeners(_ -> {}, errors::add));
                followed =
                        client.follow("steps", _ -> {}, FollowOptions.oldest().withFormat(format));
                next = server.accept();
            }
        }

        void serve(boolean isHead, byte[] bytes) throws IOException {
            open();
            try (Socket socket = next) {
                socket.setSoTimeout(PATIENCE_MS);
                DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
                String request = request(in);
                if (isHead) {
                    send(socket, bytes);
                } else {
                    greet(socket, in, request);
                    send(socket, bytes);
                }
                socket.shutdownOutput();
                while (skipFrame(in)) {
                    // until the client has read everything
                }
            } catch (EOFException | SocketException e) {
                // the client has read enough
            }
            next = server.accept();
            for (String error : List.copyOf(errors)) {
                Guard.check(!error.contains("has failed"), "the client has an error of its own error=" + error);
            }
            errors.clear();
        }

        private static void greet(Socket socket, DataInputStream in, String request) throws IOException {
            send(socket, latin(accepted(request)));
            skipFrame(in);
            send(socket, text("{\"client\":\"one\",\"appended\":{},\"maxBytes\":1048576}"));
            // The client follows before it reads further, unless what it follows has ended meanwhile.
            send(
                    socket,
                    text("{\"as\":1,\"following\":\"steps\",\"position\":\"" + JOURNAL + "/START\",\"prefix\":\""
                            + JOURNAL + "/\"}"));
        }

        @Override
        public void close() throws IOException {
            if (client != null) {
                next.close();
                client.close();
                server.close();
                client = null;
                followed = null;
                errors.clear();
            }
        }
    }

    private static void send(Socket socket, byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    /** Reads a request up to its empty line. */
    private static String request(DataInputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        for (int newest = 0; newest != 0x0d0a0d0a; ) {
            int read = in.readUnsignedByte();
            head.write(read);
            newest = (newest << Byte.SIZE) | read;
        }
        return head.toString(StandardCharsets.ISO_8859_1);
    }

    /** Reads a frame of the client; returns whether there was one before its end. */
    private static boolean skipFrame(DataInputStream in) throws IOException {
        if (in.read() < 0) {
            return false;
        }
        int second = in.readUnsignedByte();
        Guard.check((second & MASKED) != 0, "a frame of the client has no mask second=" + second);
        long length = second & ~MASKED;
        if (length == SHORT) {
            length = in.readUnsignedShort();
        } else if (length == LONG) {
            length = in.readLong();
        }
        Guard.check(length >= 0 && length < MAX_FRAME, "a frame of the client has a wrong length=" + length);
        in.skipNBytes(Integer.BYTES + length);
        return true;
    }

    /** Returns a good answer to a request for a WebSocket. */
    private static String accepted(String request) {
        String key = request.lines()
                .filter(line -> line.startsWith(KEY))
                .findFirst()
                .orElseThrow()
                .substring(KEY.length());
        try {
            byte[] hash = MessageDigest.getInstance("SHA-1").digest(latin(key + GUID));
            return "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                    + "Sec-WebSocket-Accept: " + Base64.getEncoder().encodeToString(hash) + "\r\n\r\n";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // each JDK has it
        }
    }

    private static byte[] latin(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static byte[] text(String text) {
        return frame(0x81, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns a frame of a server, whose content is short. */
    private static byte[] frame(int first, byte[] content) {
        ByteBuffer frame = ByteBuffer.allocate(2 + Short.BYTES + content.length).put((byte) first);
        if (content.length < SHORT) {
            frame.put((byte) content.length);
        } else {
            frame.put((byte) SHORT).putShort((short) content.length);
        }
        frame.put(content);
        return Arrays.copyOf(frame.array(), frame.position());
    }

    @Override
    public List<byte[]> seeds() {
        byte[] schema = Wire.closed().calls(Steps.class).getFirst().encode();
        byte[] declared = followed(1, out -> out.writeFrom(schema, 0, schema.length));
        byte[] message = followed(2, WebSocketTarget::first);
        byte[] head = Arrays.copyOf(declared, 5);
        byte[] tail = Arrays.copyOfRange(declared, 5, declared.length);
        String step = "{\"as\":1,\"position\":\"" + JOURNAL + "/0:64\",\"time\":\"2026-01-01T00:00:00Z\","
                + "\"method\":\"step\",\"arguments\":{\"number\":1,\"text\":\"one\"}}";
        byte[] half = latin(step.substring(0, 30));
        byte[] rest = latin(step.substring(30));
        byte[] ping = frame(0x89, latin("alive"));
        return List.of(
                seed(0, text(step), ping, frame(0x88, new byte[] {3, (byte) 232})),
                seed(0, frame(0x01, half), frame(0x8a, new byte[0]), frame(0x80, rest)),
                seed(0, text("{\"as\":1,\"ended\":\"x\"}")),
                seed(0, text("{\"query\":1,\"position\":\"x\",\"result\":1}"), new byte[] {(byte) 0x81}),
                seed(0, new byte[] {(byte) 0x82, LONG, 0, 0, 0, 0, 0, 1, 0, 0}),
                seed(1, frame(0x82, declared), frame(0x82, message)),
                seed(1, frame(0x02, head), ping, frame(0x80, tail), frame(0x82, message)),
                seed(HEAD, latin(accepted(KEY + "AAAAAAAAAAAAAAAAAAAAAA=="))),
                seed(HEAD, latin("HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n")));
    }

    private static byte[] seed(int kind, byte[]... parts) {
        return Bytes.join(new byte[] {(byte) kind}, Bytes.join(parts));
    }

    /** Returns a message in BINARY for the follower, of the first schema. */
    private static byte[] followed(int kind, Consumer<BinaryOutput> rest) {
        BinaryOutput out = BinaryOutput.allocate(64);
        out.writeByte((byte) kind);
        out.writeUnsigned(1);
        out.writeUnsigned(0);
        rest.accept(out);
        return out.toByteArray();
    }

    /** Writes a position, a time, and arguments. */
    private static void first(BinaryOutput out) {
        out.writeString("0:64");
        out.writeLong(1);
        out.writeLong(1);
        out.writeString("one");
    }

    @Override
    public void close() {
        for (Session session : sessions) {
            try {
                session.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        sessions.clear();
    }
}
