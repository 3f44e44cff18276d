package io.millrace.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.leaks.ExpectedLog;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WebSocketTest {

    private static final int MAX_SESSIONS = 20;
    private static final long PATIENCE_S = 60;

    private final List<WebSocketSession> sessions = new CopyOnWriteArrayList<>();
    private final BlockingQueue<String> received = new LinkedBlockingQueue<>();
    private final BlockingQueue<SessionEnd> ends = new LinkedBlockingQueue<>();
    private final List<String> errors = new CopyOnWriteArrayList<>();
    private final HttpClient http = HttpClient.newHttpClient();
    private WebServer server = start(Duration.ofSeconds(1));

    private WebServer start(Duration readTimeout) {
        ServerLimits limits = ServerLimits.defaults()
                .withConnections(100, MAX_SESSIONS)
                .withTimeouts(Duration.ofSeconds(30), Duration.ofSeconds(10), readTimeout);
        return WebServer.with(WebServerOptions.loopback()
                        .withLimits(limits)
                        .withErrorHandler((where, error) -> errors.add(where + " " + error)))
                .webSocket("/live", session -> {
                    sessions.add(session);
                    return new WebSocketListener() {
                        @Override
                        public void text(String text) {
                            if (text.equals("throw")) {
                                throw new AssertionError("broken");
                            }
                            if (text.equals("refuse")) {
                                throw new RefusedException(400, "no such command");
                            }
                            received.add(text);
                            session.send("echo " + text, () -> {});
                        }

                        @Override
                        public void closed(SessionEnd end) {
                            ends.add(end);
                        }
                    };
                })
                .start();
    }

    @AfterEach
    void close() {
        server.close();
        http.shutdownNow(); // which does not wait for sessions that are open
        http.close();
    }

    /** A client that puts the parts of texts together. */
    private static final class Client implements WebSocket.Listener {
        final BlockingQueue<String> texts = new LinkedBlockingQueue<>();
        private final StringBuilder parts = new StringBuilder();
        WebSocket socket;

        @Override
        public CompletionStage<?> onText(WebSocket webSocket, CharSequence data, boolean last) {
            parts.append(data);
            if (last) {
                texts.add(parts.toString());
                parts.setLength(0);
            }
            webSocket.request(1);
            return null;
        }

        @Override
        public CompletionStage<?> onClose(WebSocket webSocket, int code, String reason) {
            texts.add("closed " + code + " " + reason);
            return null;
        }

        String next() throws InterruptedException {
            return texts.poll(PATIENCE_S, TimeUnit.SECONDS);
        }
    }

    private Client connect() {
        Client client = new Client();
        client.socket = http.newWebSocketBuilder()
                .header("Origin", "http://127.0.0.1:" + server.address().getPort())
                .buildAsync(URI.create("ws://127.0.0.1:" + server.address().getPort() + "/live"), client)
                .join();
        return client;
    }

    @Test
    void textsGoInBothDirections() throws Exception {
        Client client = connect();
        client.socket.sendText("h\u00e9llo", false).join();
        client.socket.sendText(" world", true).join();
        assertEquals("echo h\u00e9llo world", client.next());
        assertEquals("h\u00e9llo world", received.poll());
        assertEquals(1, server.counts().sessions());
        client.socket.sendClose(1000, "bye").join();
        assertEquals(new SessionEnd(1000, "bye"), ends.poll(PATIENCE_S, TimeUnit.SECONDS));
        assertFalse(sessions.getFirst().isOpen());
    }

    @Test
    void aSessionWithoutOriginOrWithAForeignOneIsRefused() throws IOException {
        assertRefused("");
        assertRefused("Origin: http://evil.com");
        assertRefused("Origin: http://127.0.0.1:" + server.address().getPort() + ".evil.com");
        assertRefused("Origin: null");
        assertThrows(
                CompletionException.class,
                () -> http.newWebSocketBuilder()
                        .buildAsync(
                                URI.create("ws://127.0.0.1:" + server.address().getPort() + "/live"), new Client())
                        .join());
        assertTrue(sessions.isEmpty());
    }

    private void assertRefused(String header) throws IOException {
        try (RawClient client = RawClient.connect(server)) {
            client.send(
                    header.isEmpty() ? RawClient.upgrade(server, "/live") : RawClient.upgrade(server, "/live", header));
            String head = client.readHead();
            assertTrue(head.startsWith("HTTP/1.1 403 "), head);
        }
    }

    @Test
    void aRequestThatIsNoUpgradeIsTold() throws IOException {
        String response = RawClient.get(server, "/live", RawClient.host(server), RawClient.origin(server));
        assertTrue(response.startsWith("HTTP/1.1 426 "), response);
    }

    @Test
    void aMessageThatIsTooLongEndsTheSession() throws Exception {
        Client client = connect();
        String part = "x".repeat(1 << 16);
        for (int sent = 0; sent < 100 << 20; sent += part.length()) {
            if (client.socket.isOutputClosed()) {
                break;
            }
            try {
                client.socket.sendText(part, false).get(20, TimeUnit.SECONDS);
            } catch (Exception _) {
                break; // the server has ended the session
            }
        }
        SessionEnd end = ends.poll(PATIENCE_S, TimeUnit.SECONDS);
        assertEquals(1009, end.code(), end.toString());
        assertTrue(received.isEmpty());
        client.socket.abort();
    }

    @Test
    void aPageThatNeverReadsIsDisconnectedAndCounted() throws Exception {
        try (RawClient client = RawClient.connect(server)) {
            client.send(RawClient.upgrade(server, "/live", RawClient.origin(server)));
            assertTrue(client.readHead().startsWith("HTTP/1.1 101 "));
            await(() -> !sessions.isEmpty());
            String big = "x".repeat(1 << 20);
            for (int i = 0; i < 16; i++) {
                sessions.getFirst().send(big, () -> {});
            }
            SessionEnd end = ends.poll(PATIENCE_S, TimeUnit.SECONDS);
            assertEquals(SessionEnd.policy("client does not read readTimeout=PT1S"), end);
            assertEquals(1, server.counts().slowReaders());
            await(() -> server.counts().sessions() == 0);
        }
    }

    @Test
    void moreFramesThanTheLimitEndTheSession() throws Exception {
        server.close();
        server = start(Duration.ofMinutes(10));
        try (RawClient client = RawClient.connect(server)) {
            client.send(RawClient.upgrade(server, "/live", RawClient.origin(server)));
            assertTrue(client.readHead().startsWith("HTTP/1.1 101 "));
            await(() -> !sessions.isEmpty());
            String big = "x".repeat(1 << 16);
            for (int i = 0; i < 1_000 && sessions.getFirst().isOpen(); i++) {
                sessions.getFirst().send(big, () -> {}); // it does not wait, or this would end after ten minutes
            }
            SessionEnd end = ends.poll(PATIENCE_S, TimeUnit.SECONDS);
            assertEquals(SessionEnd.policy("client does not read, too many frames wait"), end);
            assertEquals(1, server.counts().slowReaders());
        }
    }

    @Test
    void bytesEndTheSessionOfAListenerThatTakesTextsAlone() throws Exception {
        Client client = connect();
        client.socket.sendBinary(ByteBuffer.wrap(new byte[] {'{', '}'}), true).join();
        assertEquals("closed 1003 messages must be text", client.next());
        assertTrue(received.isEmpty());
    }

    @Test
    void errorsOfTheListenerEndItsSessionAlone() throws Exception {
        Client other = connect();
        Client client = connect();
        client.socket.sendText("throw", true).join();
        assertEquals("closed 1011 the server has an error, see its log", client.next());
        assertEquals(List.of("session /live java.lang.AssertionError: broken"), errors);
        Client refused = connect();
        refused.socket.sendText("refuse", true).join();
        assertEquals("closed 1008 no such command", refused.next());
        other.socket.sendText("still", true).join();
        assertEquals("echo still", other.next());
        assertEquals(1, errors.size());
    }

    /** Errors, such as those of missing classes, where a session begins and ends; the error handler has some too. */
    @Test
    @ExpectedLog("an error handler threw while it was told of an error")
    void errorsWhereASessionBeginsAndEndsAreReported() throws Exception {
        CountDownLatch told = new CountDownLatch(2);
        server.close();
        server = WebServer.with(WebServerOptions.loopback().withErrorHandler((where, error) -> {
                    errors.add(where + " " + error);
                    told.countDown();
                    throw new NoClassDefFoundError("the handler");
                }))
                .webSocket("/live", session -> {
                    if (told.getCount() == 2) {
                        throw new NoClassDefFoundError("opening");
                    }
                    return new WebSocketListener() {
                        @Override
                        public void text(String text) {}

                        @Override
                        public void closed(SessionEnd end) {
                            ends.add(end);
                            throw new NoClassDefFoundError("closing");
                        }
                    };
                })
                .start();
        assertEquals(
                "closed 1011 the server has an error, see its log", connect().next());
        Client client = connect();
        client.socket.sendClose(1000, "bye").join();
        assertTrue(told.await(PATIENCE_S, TimeUnit.SECONDS), errors::toString);
        assertEquals(new SessionEnd(1000, "bye"), ends.poll(PATIENCE_S, TimeUnit.SECONDS));
        assertEquals(
                List.of(
                        "session /live java.lang.NoClassDefFoundError: opening",
                        "session /live java.lang.NoClassDefFoundError: closing"),
                errors);
        assertEquals(2, server.counts().errors());
    }

    @Test
    void tooManySessionsAreRefusedAndClosedOnesMakeRoom() throws Exception {
        List<Client> clients = new ArrayList<>();
        for (int i = 0; i < MAX_SESSIONS; i++) {
            clients.add(connect());
        }
        await(() -> server.counts().sessions() == MAX_SESSIONS);
        try (RawClient client = RawClient.connect(server)) {
            client.send(RawClient.upgrade(server, "/live", RawClient.origin(server)));
            assertTrue(client.readHead().startsWith("HTTP/1.1 503 "));
        }
        clients.getFirst().socket.sendClose(1000, "").join();
        await(() -> server.counts().sessions() == MAX_SESSIONS - 1);
        connect();
        clients.forEach(client -> client.socket.abort());
        await(() -> server.counts().sessions() <= 1);
    }

    @Test
    void closingTheServerTellsTheClients() throws Exception {
        Client client = connect();
        await(() -> !sessions.isEmpty());
        server.close();
        assertEquals("closed 1001 the server ends", client.next());
        assertEquals(new SessionEnd(1001, "the server ends"), ends.poll(PATIENCE_S, TimeUnit.SECONDS));
        sessions.getFirst().send("late", () -> received.add("sent"));
        assertTrue(received.isEmpty());
    }

    @Test
    void aClientThatIsKilledIsNoticed() throws Exception {
        Client client = connect();
        await(() -> server.counts().sessions() == 1);
        client.socket.abort();
        await(() -> server.counts().sessions() == 0);
        assertTrue(ends.poll(PATIENCE_S, TimeUnit.SECONDS) != null);
    }

    @Test
    void bytesThatAreNoFramesEndTheSession() throws Exception {
        try (RawClient client = RawClient.connect(server)) {
            client.send(RawClient.upgrade(server, "/live", RawClient.origin(server)));
            assertTrue(client.readHead().startsWith("HTTP/1.1 101 "));
            byte[] garbage = new byte[200];
            java.util.Arrays.fill(garbage, (byte) 0xff);
            client.send(garbage);
            client.readAll();
        }
        assertTrue(ends.poll(PATIENCE_S, TimeUnit.SECONDS) != null);
        Client next = connect();
        next.socket.sendText("fine", true).join();
        assertEquals("echo fine", next.next());
    }

    private static void await(java.util.function.BooleanSupplier condition) throws InterruptedException {
        long startNs = System.nanoTime();
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() - startNs < TimeUnit.SECONDS.toNanos(PATIENCE_S), "the condition is not met");
            Thread.sleep(5);
        }
    }
}
