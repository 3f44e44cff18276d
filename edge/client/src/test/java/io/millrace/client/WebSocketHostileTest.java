package io.millrace.client;

import static io.millrace.client.RawWebSocketServer.WELCOME;
import static io.millrace.client.RawWebSocketServer.accepted;
import static io.millrace.client.RawWebSocketServer.frame;
import static io.millrace.client.RawWebSocketServer.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.millrace.fixtures.Await;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What servers may send to a client by WebSocket that no good one sends; and what a client sends, byte by byte. */
class WebSocketHostileTest {

    private static final Duration LONG = Duration.ofSeconds(30);
    private static final int CLOSE = 0x88;
    private static final int PONG = 0x8a;

    private final List<String> errors = Collections.synchronizedList(new ArrayList<>());
    private final List<ClientState> states = Collections.synchronizedList(new ArrayList<>());

    private ClientOptions options(RawWebSocketServer server) {
        return ClientOptions.at(server.address())
                .withPauses(Duration.ofMillis(5), LONG)
                .withListeners(states::add, errors::add);
    }

    private static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    static Stream<Arguments> answers() {
        return Stream.of(
                answer("status=404", all -> "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"),
                answer("status=200", all -> all.replace("101 Switching Protocols", "200 OK")),
                answer("does not speak HTTP/1.1", all -> all.replace("HTTP/1.1", "HTTP/1.0")),
                answer("line=SSH-2.0-OpenSSH?[31m", all -> "SSH-2.0-OpenSSH\u001b[31m\r\n\r\n"),
                answer("has not understood the key", all -> all.replaceAll("Accept: .", "Accept: ")),
                answer("has not understood the key", all -> all.replaceAll("(Sec-WebSocket-Accept: .*\r\n)", "$1$1")),
                answer("has not understood the key", all -> all.replaceAll("Sec-WebSocket-Accept: .*\r\n", "")),
                answer("changes to another protocol", all -> all.replace("websocket", "h2c")),
                answer("does not change the protocol", all -> all.replace("keep-alive, Upgrade", "keep-alive")),
                answer("was not offered", all -> all.replace("\r\n\r\n", "\r\nSec-WebSocket-Protocol: x\r\n\r\n")),
                answer(
                        "sec-websocket-extensions=permessage-deflate",
                        all -> all.replace("\r\n\r\n", "\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n")),
                answer("no header", all -> all.replace("Upgrade: websocket", "Upgrade : websocket")),
                answer("no header", all -> all.replace("Upgrade: websocket", "Upgrade: websocket\n folded")),
                answer("no end maxBytes=16384", all -> all.replace("\r\n\r\n", "\r\nX: " + "x".repeat(20_000))),
                answer("no end maxBytes=16384", all -> "x".repeat(20_000)));
    }

    private static Arguments answer(String error, UnaryOperator<String> change) {
        return arguments(error, change);
    }

    @ParameterizedTest
    @MethodSource("answers")
    void aWrongAnswerToTheRequestIsRefused(String error, UnaryOperator<String> change) throws Exception {
        try (RawWebSocketServer server =
                        RawWebSocketServer.start((raw, request, out) -> write(out, change.apply(accepted(request))));
                MillraceClient _ = MillraceClient.connect(options(server))) {
            Await.until("an error", () -> !errors.isEmpty());
            assertTrue(errors.getFirst().contains(error), errors.getFirst());
            assertTrue(errors.getFirst().contains("uri=" + server.address()), errors.getFirst());
            assertEquals(List.of(), states);
        }
    }

    static Stream<Arguments> frames() {
        return Stream.of(
                frames("masked frame firstByte=0x81", 1002, "818100000000"),
                frames("reserved bits", 1002, "c1027b7d"),
                frames("reserved bits", 1002, "a1027b7d"),
                frames("unknown kind opcode=3", 1002, "83027b7d"),
                frames("unknown kind opcode=15", 1002, "8f00"),
                frames("too long a message length=4611686018427387904 before=0", 1009, "817f4000000000000000"),
                frames("too long a message length=18446744073709551615", 1009, "827fffffffffffffffff"),
                frames("length=67108860 before=5", 1009, "01057b2020202000 7f0000000003fffffc"),
                frames("more bytes than it needs length=5", 1002, "817e0005"),
                frames("more bytes than it needs length=65535", 1002, "817f000000000000ffff"),
                frames("control frame in parts", 1002, "0900"),
                frames("too long a one length=126", 1002, "897e007e"),
                frames("out of order opcode=0", 1002, "80027b7d"),
                frames("out of order opcode=1", 1002, "01017b 81017d"),
                frames("not UTF-8", 1007, "81047b22c328"),
                frames("not UTF-8", 1007, "01037b22c3 800122"),
                frames("no JSON object", 1002, "8100"),
                frames("opcode=2 length=2", 1002, "82027b7d"),
                frames("opcode=1 length=1", 1002, "810131"),
                frames("wrong code code=3", 1002, "880103"),
                frames("wrong code code=1005", 1002, "880203ed"),
                frames("wrong code code=999", 1002, "880203e7"),
                frames("wrong code code=5000", 1002, "88021388"),
                frames("reason that is not UTF-8", 1007, "880403e9c328"),
                frames("code=1001 reason=bye", 1001, "880503e9627965"),
                frames("code=1001 reason=?[31m", 1001, "880703e91b5b33316d"),
                frames("code=4999 reason=", 4999, "88021387"),
                frames("the server has closed the connection", 0, "8800"));
    }

    private static Arguments frames(String error, int code, String hex) {
        return arguments(error, code, HexFormat.of().parseHex(hex.replace(" ", "")));
    }

    @ParameterizedTest
    @MethodSource("frames")
    void wrongFramesEndTheConnectionWithACode(String error, int code, byte[] bytes) throws Exception {
        try (RawWebSocketServer server = RawWebSocketServer.start((raw, request, out) -> {
                    write(out, accepted(request));
                    raw.awaitHello();
                    out.write(text(WELCOME));
                    out.write(bytes);
                });
                MillraceClient _ = MillraceClient.connect(options(server))) {
            Await.until("an error", () -> !errors.isEmpty());
            assertTrue(errors.getFirst().contains(error), errors.getFirst());
            Await.until("the end", () -> List.copyOf(server.sent).stream().anyMatch(sent -> sent.first() == CLOSE));
            ByteBuffer content = List.copyOf(server.sent).stream()
                    .filter(sent -> sent.first() == CLOSE)
                    .findFirst()
                    .orElseThrow()
                    .content();
            assertEquals(code, content.limit() == 0 ? 0 : content.getShort(0));
            assertEquals(List.of(), server.wrong);
            assertEquals(ClientState.CONNECTED, states.getFirst());
        }
    }

    @Test
    void messagesInPartsComeWithPingsAmongThem() throws Exception {
        String welcome = WELCOME.replace("\"c\"", "\"\u00e4\u20ac\ud83d\ude00\"");
        byte[] all = welcome.getBytes(StandardCharsets.UTF_8);
        try (RawWebSocketServer server = RawWebSocketServer.start((raw, request, out) -> {
                    write(out, accepted(request));
                    raw.awaitHello();
                    for (int i = 0; i < all.length; i++) { // within characters too
                        out.write(frame((i == 0 ? 1 : 0) | (i == all.length - 1 ? 0x80 : 0), new byte[] {all[i]}));
                        out.write(frame(0x00, new byte[0]), 0, i == all.length - 1 ? 0 : 2);
                        out.write(frame(0x8a, new byte[] {1}));
                        if (i == 5) {
                            out.write(frame(0x89, "alive".getBytes(StandardCharsets.UTF_8)));
                        }
                    }
                });
                MillraceClient client = MillraceClient.connect(options(server))) {
            Await.until("the greeting", () -> states.contains(ClientState.CONNECTED));
            assertEquals("\u00e4\u20ac\ud83d\ude00", client.name().orElseThrow());
            Await.until("the answer", () -> List.copyOf(server.sent).stream().anyMatch(sent -> sent.first() == PONG));
            assertTrue(List.copyOf(server.sent).stream()
                    .anyMatch(sent -> sent.first() == PONG && sent.text().equals("alive")));
            assertEquals(List.of(), errors);
        }
    }

    /** Sends calls of all sizes about which frames differ, and closes the session in good order. */
    @Test
    void textsOfAllLengthsAreMaskedAndTheEndIsTold() throws Exception {
        int[] lengths = IntStream.concat(IntStream.range(0, 140), IntStream.of(65_400, 65_536, 70_000, 200_000))
                .toArray();
        try (RawWebSocketServer server = RawWebSocketServer.start((raw, request, out) -> {
            assertTrue(request.startsWith("GET /clients HTTP/1.1\r\nHost: 127.0.0.1:"), request);
            write(out, accepted(request));
            raw.awaitHello();
            out.write(text(WELCOME));
        })) {
            try (MillraceClient client = MillraceClient.connect(options(server))) {
                Await.until("the greeting", () -> states.contains(ClientState.CONNECTED));
                for (int length : lengths) {
                    var _ = client.append("orders", "order", "{\"text\":\"" + "ä".repeat(length) + "\"}");
                }
                Await.until("all calls", () -> server.sent.size() == 1 + lengths.length);
            }
            assertEquals(List.of(), server.wrong);
            for (int i = 0; i < lengths.length; i++) {
                String text = server.sent.get(1 + i).text();
                assertTrue(text.contains("\"" + "ä".repeat(lengths[i]) + "\""), text);
                assertEquals(0x81, server.sent.get(1 + i).first());
            }
            Await.until("the end", () -> server.sent.getLast().first() == CLOSE);
            assertEquals(1000, server.sent.getLast().content().getShort(0));
        }
    }

    /** Each byte comes in time for a read, and all of them do not. */
    @Test
    void anAnswerThatComesByteByByteDoesNotDelayTheEndOfTheAttempt() throws Exception {
        try (RawWebSocketServer server = RawWebSocketServer.start((raw, request, out) -> {
                    for (int i = 0; i < 10_000; i++) {
                        write(out, "HTTP/1.1 101 Switching Protocols ".substring(Math.min(i, 32), Math.min(i, 32) + 1));
                        Thread.sleep(20);
                    }
                });
                MillraceClient _ = MillraceClient.connect(options(server).withConnectWithin(Duration.ofMillis(200)))) {
            Await.until("an error", () -> !errors.isEmpty());
            assertEquals("cannot connect in time uri=" + server.address() + " connectWithin=PT0.2S", errors.getFirst());
        }
    }

    @Test
    void aClientThatConnectsIsClosedAtOnce() throws Exception {
        try (RawWebSocketServer server = RawWebSocketServer.start((_, _, _) -> {})) {
            MillraceClient client = MillraceClient.connect(options(server));
            Await.until(
                    "the attempt",
                    () -> Thread.getAllStackTraces().keySet().stream()
                            .anyMatch(thread -> thread.getName().equals("millrace-client-read")));
            long sinceNs = System.nanoTime();
            client.close();
            assertTrue(System.nanoTime() - sinceNs < Duration.ofSeconds(4).toNanos(), "it waits for the attempt");
            assertEquals(List.of(), errors);
        }
    }

    /** What waits is bounded by the newest answer; the rest is in the buffers of the system. */
    @Test
    void aServerThatPingsAndDoesNotReadGetsOneAnswerToAllThatItHasMissed() throws Exception {
        int count = 200_000;
        CountDownLatch mayRead = new CountDownLatch(1);
        try (RawWebSocketServer server = RawWebSocketServer.start(
                        (raw, request, out) -> {
                            write(out, accepted(request));
                            for (int i = 1; i <= count; i++) {
                                out.write(frame(
                                        0x89, ByteBuffer.allocate(125).putInt(i).array()));
                            }
                            out.write(text(WELCOME));
                        },
                        mayRead);
                MillraceClient _ = MillraceClient.connect(options(server))) {
            Await.until("the greeting", () -> states.contains(ClientState.CONNECTED));
            mayRead.countDown();
            Await.until("the newest answer", () -> pongs(server).contains(count));
            assertTrue(pongs(server).size() < count, "each of them has waited");
            assertEquals(List.of(), errors);
        }
    }

    private static List<Integer> pongs(RawWebSocketServer server) {
        return List.copyOf(server.sent).stream()
                .filter(sent -> sent.first() == PONG)
                .map(sent -> sent.content().getInt(0))
                .toList();
    }

    @Test
    void aServerThatDoesNotReadEndsAConnectionForWhichTooManyMessagesWait() throws Exception {
        byte[] message = new byte[1 << 20];
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.getLocalPort())) {
            SocketConnection connection = SocketConnection.start(socket, WebSocketHostileTest::tcp, 10, null);
            assertTrue(connection.awaitOpened(LONG.toNanos()));
            for (int i = 0; i < 50; i++) { // more than the buffers of the system hold
                connection.send(message);
            }
            assertEquals("the server does not read, too many messages wait max=10", connection.reason());
            connection.join();
        }
    }

    private static Framing tcp(Socket socket, Runnable bytesReceived) {
        try {
            return new TcpFraming(socket, bytesReceived);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aTokenThatNoHeaderCarriesIsRefusedAtOnceWithoutBeingShown() {
        ClientOptions options = ClientOptions.at("ws://127.0.0.1:1").withToken("secret\r\nX: y");
        assertEquals(
                "the token has characters that a header does not carry uri=ws://127.0.0.1:1",
                assertThrows(ClientException.class, () -> MillraceClient.connect(options))
                        .getMessage());
    }
}
