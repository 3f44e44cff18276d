package io.millrace.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Messages of sessions with permessage-deflate, as the bytes of their frames. */
class CompressionTest {

    private static final int MAX_MESSAGE = 1 << 16;

    private final List<WebSocketSession> sessions = new CopyOnWriteArrayList<>();
    private final List<String> errors = new CopyOnWriteArrayList<>();
    private final BlockingQueue<SessionEnd> ends = new LinkedBlockingQueue<>();
    private WebServer server;

    private WebServer start(Compression compression) {
        server = WebServer.with(WebServerOptions.loopback()
                        .withCompression(compression)
                        .withLimits(ServerLimits.defaults().withMaxMessageBytes(MAX_MESSAGE))
                        .withErrorHandler((where, error) -> errors.add(where + " " + error)))
                .webSocket("/live", session -> {
                    sessions.add(session);
                    return new WebSocketListener() {
                        @Override
                        public void text(String text) {
                            session.send("echo " + text, () -> {});
                        }

                        @Override
                        public void closed(SessionEnd end) {
                            ends.add(end);
                        }
                    };
                })
                .start();
        return server;
    }

    @AfterEach
    void stop() {
        server.close();
        assertEquals(List.of(), errors);
    }

    private static String price(int number) {
        return "{\"as\":1,\"index\":\"01234567-89ab-cdef/0:" + number
                + "\",\"method\":\"price\",\"arguments\":{\"symbol\":" + "\"EURUSD\",\"bid\":1.1" + number % 97
                + ",\"ask\":1.2" + number % 89 + "}}";
    }

    @Test
    void messagesAreTheSameAndShorter() throws IOException {
        try (RawSession session = RawSession.open(start(Compression.DEFLATE), "/live", RawSession.OFFER)) {
            assertTrue(session.head().contains("permessage-deflate"), session.head());
            long length = 0;
            for (int i = 0; i < 500; i++) {
                String text = price(i);
                length += text.length();
                if (i % 5 == 0) {
                    session.sendPlain(text);
                } else {
                    session.sendCompressed(text);
                }
                assertEquals("~echo " + text, session.next());
            }
            assertTrue(session.receivedBytes() * 3 < length, session.receivedBytes() + " of " + length);
            String longest = "ä".repeat((MAX_MESSAGE - 5) / 2);
            session.sendCompressed(longest);
            assertEquals("~echo " + longest, session.next());
        }
    }

    @Test
    void nothingIsNegotiatedThatWasNotChosenOrOffered() throws IOException {
        start(Compression.DEFLATE);
        for (String offer : List.of("X-Other: 1", "Sec-WebSocket-Extensions: x-webkit-deflate-frame")) {
            try (RawSession session = RawSession.open(server, "/live", offer)) {
                assertFalse(session.head().toLowerCase(Locale.ROOT).contains("sec-websocket-extensions"));
                session.sendPlain("a");
                assertEquals("echo a", session.next());
                assertEquals("echo a".length() + 2, session.receivedBytes());
            }
        }
        server.close();
        try (RawSession session = RawSession.open(start(Compression.NONE), "/live", RawSession.OFFER)) {
            assertFalse(session.head().contains("permessage-deflate"));
            session.sendPlain("a");
            assertEquals("echo a", session.next());
        }
    }

    @Test
    void aMessageThatBecomesTooLongEndsItsSessionAlone() throws Exception {
        start(Compression.DEFLATE);
        try (RawSession other = RawSession.open(server, "/live", RawSession.OFFER);
                RawSession session = RawSession.open(server, "/live", RawSession.OFFER)) {
            byte[] bomb = session.deflate(new byte[60_000_000]);
            assertTrue(bomb.length < MAX_MESSAGE, "the frame itself is allowed bytes=" + bomb.length);
            MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
            System.gc();
            long before = memory.getHeapMemoryUsage().getUsed();
            session.sendCompressedBytes(bomb);
            String answer = session.next();
            long used = memory.getHeapMemoryUsage().getUsed() - before;
            assertEquals("closed 1009 message is too long maxMessageBytes=65536", answer);
            assertTrue(used < 50_000_000, "used=" + used);
            other.sendCompressed("b");
            assertEquals("~echo b", other.next());
        }
    }

    @Test
    void bytesThatAreNotCompressedTextEndTheirSessionAlone() throws Exception {
        start(Compression.DEFLATE);
        Random random = new Random(7);
        try (RawSession other = RawSession.open(server, "/live", RawSession.OFFER)) {
            for (int i = 0; i < 50; i++) {
                byte[] rubbish = new byte[1 + random.nextInt(2_000)];
                random.nextBytes(rubbish);
                rubbish[0] |= 6; // a kind of block that does not exist
                try (RawSession session = RawSession.open(server, "/live", RawSession.OFFER)) {
                    session.sendCompressedBytes(rubbish);
                    String answer = session.next();
                    assertTrue(answer.startsWith("closed 1007"), answer);
                }
                other.sendCompressed("c" + i);
                assertEquals("~echo c" + i, other.next());
            }
        }
    }

    @Test
    void oneMessageGoesToManySessions() throws Exception {
        start(Compression.DEFLATE);
        ByteBuffer shared = ByteBuffer.wrap(price(1).getBytes(StandardCharsets.UTF_8));
        try (RawSession one = RawSession.open(server, "/live", RawSession.OFFER);
                RawSession two = RawSession.open(server, "/live", RawSession.OFFER);
                RawSession plain = RawSession.open(server, "/live")) {
            for (RawSession each : List.of(one, two, plain)) {
                each.sendPlain("a");
                each.next();
            }
            for (int i = 0; i < 20; i++) {
                sessions.forEach(session -> session.sendWithNext(shared.duplicate(), () -> {}));
                sessions.forEach(session -> session.send(shared.duplicate(), () -> {}));
                for (int copy = 0; copy < 2; copy++) {
                    assertEquals("~" + price(1), one.next());
                    assertEquals("~" + price(1), two.next());
                    assertEquals(price(1), plain.next());
                }
            }
        }
    }
}
