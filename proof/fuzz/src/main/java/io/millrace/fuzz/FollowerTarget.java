package io.millrace.fuzz;

import io.millrace.client.ClientOptions;
import io.millrace.client.FollowOptions;
import io.millrace.client.MillraceClient;
import io.millrace.client.Subscription;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.Wire;
import io.millrace.wire.WireFormat;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The input is what a server sends to a client over TCP that follows a channel in BINARY or DELTA: frames with their
 * lengths, after the answers to its requests. The client takes them or ends the connection with a reason, has no error
 * of its own, and connects again.
 */
final class FollowerTarget implements Target {

    private static final int LENGTH_BYTES = 2;
    private static final int PATIENCE_MS = 120_000;
    private static final String JOURNAL = "01234567-89ab-cdef-0123-456789abcdef";

    private final Queue<String> errors = new ConcurrentLinkedQueue<>();
    private final List<Subscription> followed = new ArrayList<>();
    private ServerSocket server;

    /** The connection for the next input: the client has reported what ended the one before it. */
    private Socket next;

    private MillraceClient client;

    @Override
    public void accept(byte[] input) {
        try {
            open();
            try (Socket socket = next) {
                socket.setSoTimeout(PATIENCE_MS);
                DataInputStream in = new DataInputStream(socket.getInputStream());
                skip(in);
                send(socket, "{\"client\":\"one\",\"appended\":{}}".getBytes(StandardCharsets.UTF_8));
                for (int as = 1; as <= 2; as++) {
                    skip(in);
                    send(
                            socket,
                            ("{\"as\":" + as + ",\"following\":\"steps\",\"position\":\"" + JOURNAL
                                            + "/START\",\"prefix\":\"" + JOURNAL + "/\"}")
                                    .getBytes(StandardCharsets.UTF_8));
                }
                answer(socket, input);
                socket.shutdownOutput();
                while (in.read() >= 0) {
                    // until the client has read everything
                }
            } catch (SocketException e) {
                // the client has read enough
            }
            next = server.accept();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        for (String error = errors.poll(); error != null; error = errors.poll()) {
            Guard.check(!error.contains("has failed"), "the client has an error of its own error=" + error);
        }
    }

    private static void skip(DataInputStream in) throws IOException {
        in.skipNBytes(in.readInt());
    }

    private static void send(Socket socket, byte[] content) throws IOException {
        socket.getOutputStream()
                .write(ByteBuffer.allocate(Integer.BYTES + content.length)
                        .putInt(content.length)
                        .put(content)
                        .array());
    }

    private static void answer(Socket socket, byte[] input) throws IOException {
        for (int at = 0; at + LENGTH_BYTES < input.length; ) {
            int bytes = Math.min((input[at] & 0xFF) | (input[at + 1] & 0xFF) << 8, input.length - at - LENGTH_BYTES);
            at += LENGTH_BYTES;
            if (bytes > 0) {
                send(socket, Arrays.copyOfRange(input, at, at + bytes));
            }
            at += bytes;
        }
    }

    private void open() throws IOException {
        if (followed.stream().anyMatch(each -> each.ended().isPresent())) {
            close(); // arguments that fit no handler end a subscription
        }
        if (client == null) {
            server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
            server.setSoTimeout(PATIENCE_MS);
            client = MillraceClient.connect(ClientOptions.at("tcp://127.0.0.1:" + server.getLocalPort())
                    .withPauses(Duration.ofNanos(1_000), Duration.ofMillis(1))
                    .withListeners(_ -> {}, errors::add));
            for (WireFormat format : List.of(WireFormat.BINARY, WireFormat.DELTA)) {
                followed.add(
                        client.follow("steps", _ -> {}, FollowOptions.oldest().withFormat(format)));
            }
            next = server.accept();
        }
    }

    @Override
    public List<byte[]> seeds() {
        CallSchema schema = Wire.closed().calls(Steps.class).getFirst();
        List<byte[]> seeds = new ArrayList<>();
        for (int as = 1; as <= 2; as++) {
            byte[] declared = framed(frame(1, as, schema.encode()));
            byte[] changes = framed(frame(3, as, at(new byte[] {7, 1, 1})));
            seeds.add(Bytes.join(declared, changes, framed(frame(2, as, at(new byte[] {1, 1})))));
            seeds.add(Bytes.join(declared, framed(frame(4, as, at(new byte[] {3, 'a'})))));
            seeds.add(Bytes.join(declared, framed("{\"as\":1,\"ended\":\"x\"}".getBytes(StandardCharsets.UTF_8))));
        }
        return seeds;
    }

    /** Returns an index and a time before other bytes. */
    private static byte[] at(byte[] rest) {
        BinaryOutput out = BinaryOutput.allocate(64);
        out.writeString("0:64");
        out.writeLong(1);
        return Bytes.join(out.toByteArray(), rest);
    }

    /** Returns a frame of the first schema. */
    private static byte[] frame(int kind, int as, byte[] rest) {
        BinaryOutput out = BinaryOutput.allocate(64);
        out.writeByte((byte) kind);
        out.writeUnsigned(as);
        out.writeUnsigned(0);
        return Bytes.join(out.toByteArray(), rest);
    }

    private static byte[] framed(byte[] frame) {
        return Bytes.join(new byte[] {(byte) frame.length, (byte) (frame.length >>> 8)}, frame);
    }

    @Override
    public void close() {
        if (client != null) {
            client.close();
            client = null;
            followed.clear();
            try {
                next.close();
                server.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
