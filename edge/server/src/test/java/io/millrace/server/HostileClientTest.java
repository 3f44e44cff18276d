package io.millrace.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Clients that send too much, too slowly or nonsense; after each the server answers as before. */
class HostileClientTest {

    private static final int MAX_BODY = 10_000;
    private static final int MAX_CONNECTIONS = 1_000;

    private static final long PATIENCE_NS = Duration.ofSeconds(60).toNanos();

    private WebServer server = start(Duration.ofSeconds(3));

    /** Starts a server; what is slow is cut off soon, and what is idle after a time. */
    private static WebServer start(Duration idle) {
        ServerLimits limits = ServerLimits.defaults()
                .withMaxBodyBytes(MAX_BODY)
                .withConnections(MAX_CONNECTIONS, 10)
                .withTimeouts(idle, Duration.ofMillis(600), Duration.ofSeconds(1));
        return WebServer.with(WebServerOptions.loopback().withLimits(limits))
                .get("/", Access.OPEN, _ -> WebResponse.text("fine"))
                .get("/big", Access.OPEN, _ -> WebResponse.bytes("application/octet-stream", new byte[8 << 20]))
                .post(
                        "/length",
                        request -> WebResponse.text("length=" + request.body().remaining()))
                .start();
    }

    /** Starts the server again for a test whose connections are idle, and must not end before the test does. */
    private void allowIdle() {
        server.close();
        server = start(Duration.ofMinutes(10));
    }

    @AfterEach
    void itAnswersAsBefore() throws IOException {
        try (WebServer running = server) {
            assertTrue(RawClient.get(running, "/", RawClient.host(running)).endsWith("fine"));
            assertEquals(0, running.counts().errors());
        }
    }

    @Test
    void aBodyThatIsTooLongIsRefusedBeforeItIsRead() throws IOException {
        try (RawClient client = RawClient.connect(server)) {
            client.send(RawClient.request("POST", "/length", RawClient.host(server), "Content-Length: " + (100 << 20)));
            String response = client.readAll();
            assertTrue(response.startsWith("HTTP/1.1 413 "), response);
            assertTrue(response.contains("maxBodyBytes=" + MAX_BODY), response);
        }
    }

    @Test
    void aBodyOfUnknownLengthIsReadUpToTheLimit() throws IOException {
        try (RawClient client = RawClient.connect(server)) {
            client.send(RawClient.request("POST", "/length", RawClient.host(server), "Transfer-Encoding: chunked"));
            client.send("4\r\nabcd\r\n0\r\n\r\n");
            assertTrue(client.readAll().endsWith("length=4"));
        }
        try (RawClient client = RawClient.connect(server)) {
            client.send(RawClient.request("POST", "/length", RawClient.host(server), "Transfer-Encoding: chunked"));
            byte[] chunk = ("3e8\r\n" + "x".repeat(1000) + "\r\n").getBytes(java.nio.charset.StandardCharsets.US_ASCII);
            int sent = 0;
            try {
                while (sent < 100_000) { // a hundred megabytes, if the server would take them
                    client.send(chunk);
                    sent++;
                }
            } catch (IOException _) {
                // the server has closed the connection
            }
            assertTrue(sent < 100_000, "the server has read everything");
            String response = client.readAll();
            assertTrue(response.contains("413") || response.contains("reset"), response);
        }
    }

    @Test
    void headersThatAreTooLongAreRefused() throws IOException {
        String response = RawClient.get(server, "/", RawClient.host(server), "X-Long: " + "x".repeat(100_000));
        assertTrue(response.startsWith("HTTP/1.1 431 ") || response.contains("reset"), response);
        String path = RawClient.get(server, "/" + "x".repeat(100_000), RawClient.host(server));
        assertTrue(path.startsWith("HTTP/1.1 414 ") || path.contains("reset"), path);
    }

    @Test
    void garbageIsRefused() throws IOException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 50; i++) {
            byte[] garbage = new byte[1 + random.nextInt(3_000)];
            random.nextBytes(garbage);
            garbage[garbage.length - 1] = '\n';
            try (RawClient client = RawClient.connect(server)) {
                try {
                    client.send(garbage);
                    client.send("\r\n\r\n");
                } catch (IOException _) {
                    // the server has closed the connection
                }
                String response = client.readAll();
                assertFalse(response.startsWith("HTTP/1.1 2"), "seed=" + seed + " response=" + response);
                assertFalse(response.contains("org.eclipse"), "seed=" + seed + " response=" + response);
            }
        }
    }

    @Test
    void headersThatComeSlowlyAreCutOffAlthoughTheConnectionIsNeverIdle() throws Exception {
        try (RawClient client = RawClient.connect(server)) {
            client.send("GET / HTTP/1.1\r\n" + RawClient.host(server) + "\r\nX-Slow: ");
            long startNs = System.nanoTime();
            try {
                while (System.nanoTime() - startNs < PATIENCE_NS) {
                    client.send("x");
                    Thread.sleep(50);
                }
            } catch (IOException _) {
                // cut off
            }
            assertTrue(System.nanoTime() - startNs < PATIENCE_NS, "the connection stayed open");
        }
        assertEquals(1, server.counts().slowHeaders());
    }

    @Test
    void aConnectionThatSendsNothingIsClosed() throws IOException {
        try (RawClient client = RawClient.connect(server)) {
            assertEquals("", client.readAll());
        }
    }

    @Test
    void aConnectionBetweenTwoRequestsIsNotTakenForASlowOne() throws Exception {
        allowIdle();
        try (RawClient client = RawClient.connect(server)) {
            for (int i = 0; i < 3; i++) {
                client.send("HEAD / HTTP/1.1\r\n" + RawClient.host(server) + "\r\n\r\n");
                assertTrue(client.readHead().startsWith("HTTP/1.1 200 "));
                Thread.sleep(1_200);
                assertEquals(0, server.counts().slowHeaders());
            }
        }
    }

    @Test
    void aClientThatDoesNotReadItsResponseIsCutOff() throws Exception {
        try (RawClient client = RawClient.connect(server)) {
            client.send("GET /big HTTP/1.1\r\n" + RawClient.host(server) + "\r\n\r\n");
            long startNs = System.nanoTime();
            while (server.counts().connections() > 0) {
                assertTrue(System.nanoTime() - startNs < PATIENCE_NS, "the connection stayed open");
                Thread.sleep(20);
            }
        }
    }

    @Test
    void aThousandConnectionsAreServedAndFurtherOnesAreTold() throws IOException {
        allowIdle();
        List<RawClient> clients = new ArrayList<>();
        try {
            String request = "GET / HTTP/1.1\r\n" + RawClient.host(server) + "\r\n\r\n";
            for (int i = 0; i < MAX_CONNECTIONS; i++) {
                RawClient client = RawClient.connect(server);
                clients.add(client);
                client.send(request);
                assertTrue(client.readHead().startsWith("HTTP/1.1 200 "), "connection=" + i);
            }
            assertEquals(MAX_CONNECTIONS, server.counts().connections());
            String further = RawClient.get(server, "/", RawClient.host(server));
            assertTrue(further.startsWith("HTTP/1.1 503 "), further);
            assertTrue(further.contains("maxConnections=" + MAX_CONNECTIONS), further);
        } finally {
            for (RawClient client : clients) {
                client.close();
            }
        }
        long startNs = System.nanoTime();
        while (server.counts().connections() > 0 && System.nanoTime() - startNs < PATIENCE_NS) {
            LockSupport.parkNanos(1_000_000);
        }
        assertEquals(0, server.counts().connections());
    }
}
