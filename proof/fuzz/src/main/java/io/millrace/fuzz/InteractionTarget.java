package io.millrace.fuzz;

import io.millrace.interaction.ClientOptions;
import io.millrace.interaction.FrameReceiver;
import io.millrace.interaction.FrameTransport;
import io.millrace.interaction.InteractionClient;
import io.millrace.interaction.InteractionException;
import io.millrace.interaction.InteractionLimits;
import io.millrace.interaction.InteractionServer;
import io.millrace.interaction.Subscription;
import io.millrace.wire.WireFormat;
import io.millrace.wire.WireTypes;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The input is what a client sends in one session, binary or text: frames with their lengths. The session answers or
 * ends with a reason, allocates a bounded amount, and another client of the same server is served as before.
 */
final class InteractionTarget implements Target {

    private static final WireTypes TYPES = WireTypes.none().allow(Room.Writing.class);
    private static final int LENGTH_BYTES = 2;
    private static final String CALL =
            "{\"call\":1,\"on\":\"Room\",\"method\":\"numbers\",\"arguments\":[\"a\",[1,2]]}";

    private final Guard guard = new Guard(32 << 20, 4_096);
    private final List<Throwable> failed = new ArrayList<>();
    private final InteractionServer server = InteractionServer.builder()
            .serve(Room.class, new QuietRoom())
            .types(TYPES)
            .limits(InteractionLimits.defaults()
                    .withMaxFrameBytes(1 << 12)
                    .withMaxPending(64)
                    .withMaxProxies(8)
                    .withMaxSubscriptions(4))
            .errorHandler(failed::add)
            .build();

    /** Keeps what is sent. */
    private static final class Recorder implements FrameTransport {

        private final ByteArrayOutputStream stream = new ByteArrayOutputStream();
        private int frames;
        private String end;

        @Override
        public void send(ByteBuffer frame) {
            byte[] bytes = new byte[frame.remaining()];
            frame.duplicate().get(bytes);
            stream.write(bytes.length);
            stream.write(bytes.length >>> 8);
            stream.writeBytes(bytes);
            frames++;
        }

        @Override
        public void flush() {
            // Nothing waits.
        }

        @Override
        public void close(String reason) {
            end = reason;
        }
    }

    @Override
    public void accept(byte[] input) {
        guard.read(input.length, () -> {
            session(input);
            return null;
        });
        Recorder other = new Recorder();
        FrameReceiver session = server.open(other);
        session.received(ByteBuffer.wrap(CALL.getBytes(StandardCharsets.UTF_8)));
        session.closed("checked");
        Guard.check(
                other.stream.toString(StandardCharsets.UTF_8).endsWith("{\"answer\":1,\"value\":[1,2]}"),
                "another client was not served");
        Guard.check(failed.isEmpty(), "a service has failed " + failed);
        Guard.check(server.counts().sessions() == 0, "a session was left");
    }

    private void session(byte[] input) {
        Recorder transport = new Recorder();
        FrameReceiver session = server.open(transport);
        for (int at = 0; at + LENGTH_BYTES <= input.length; ) {
            int bytes = Math.min((input[at] & 0xFF) | (input[at + 1] & 0xFF) << 8, input.length - at - LENGTH_BYTES);
            int before = transport.frames;
            boolean hadEnded = transport.end != null;
            session.received(ByteBuffer.wrap(input, at + LENGTH_BYTES, bytes));
            Guard.check(!hadEnded || transport.frames == before, "a session that has ended has answered");
            at += LENGTH_BYTES + bytes;
        }
        Guard.check(transport.end == null || !transport.end.isBlank(), "a session ended without a reason");
        session.closed("the input has ended");
    }

    @Override
    public List<byte[]> seeds() {
        return List.of(conversation(WireFormat.BINARY), conversation(WireFormat.JSON));
    }

    /** Returns what a client sends that uses everything once, without an answer. */
    private static byte[] conversation(WireFormat format) {
        Recorder transport = new Recorder();
        try (InteractionClient client = InteractionClient.open(
                ClientOptions.defaults().withFormat(format).withTypes(TYPES).withCallTimeout(Duration.ofMillis(1)),
                receiver -> transport)) {
            Room room = client.as(Room.class);
            List<Runnable> calls = List.of(
                    () -> room.numbers("a", List.of(1, 2, 3)),
                    () -> room.later("b"),
                    () -> room.tell("c"),
                    () -> room.call(7, new Quiet()),
                    room::door,
                    () -> room.visit(new Room.Writing("d")),
                    () -> count(room));
            for (Runnable call : calls) {
                try {
                    call.run();
                } catch (InteractionException e) {
                    // There is no answer, and what was sent is kept.
                }
            }
        }
        return transport.stream.toByteArray();
    }

    private static Subscription<Integer> count(Room room) {
        return room.count(3, new Quiet());
    }

    /** Hears and ignores. */
    private static final class Quiet implements Room.Heard, Room.Counted {

        @Override
        public void heard(int number) {
            // It is not needed.
        }

        @Override
        public void counted(int number) {
            // It is not needed.
        }

        @Override
        public void failed(InteractionException reason) {
            // There was no answer.
        }

        @Override
        public void ended(String reason) {
            // It is not needed.
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
