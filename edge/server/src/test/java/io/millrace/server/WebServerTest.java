package io.millrace.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class WebServerTest {

    /** Within this time a server that waited for no answer would have cut the connection. */
    private static final long CUT_OFF_MS = 300;

    private final List<String> errors = new CopyOnWriteArrayList<>();
    private final WebServerOptions options =
            WebServerOptions.loopback().withErrorHandler((where, error) -> errors.add(where + " " + error));

    @Test
    void aRouteAnswersWithTheHeadersThatProtectItsData() throws IOException {
        try (WebServer server = WebServer.with(options)
                .get("/api/run", Access.TOKEN, _ -> WebResponse.json("{\"live\":true}"))
                .start()) {
            String response = RawClient.get(server, "/api/run", RawClient.host(server));
            assertTrue(response.startsWith("HTTP/1.1 200 "), response);
            assertTrue(response.endsWith("\r\n\r\n{\"live\":true}"), response);
            for (String header : List.of(
                    "Content-Type: application/json",
                    "Cache-Control: no-store",
                    "X-Content-Type-Options: nosniff",
                    "Content-Security-Policy: default-src 'none'; script-src 'self'",
                    "Cross-Origin-Resource-Policy: same-origin",
                    "Referrer-Policy: no-referrer")) {
                assertTrue(response.contains(header), header + " is missing in " + response);
            }
            assertFalse(response.contains("Server:"), response);
        }
    }

    @Test
    void aPathThatEndsWithAStarTakesAllBelowIt() throws IOException {
        try (WebServer server = WebServer.with(options)
                .get("/api/channel/*", Access.OPEN, request -> WebResponse.text("rest=" + request.rest()))
                .get("/api/channel/one", Access.OPEN, request -> WebResponse.text("exact" + request.rest()))
                .start()) {
            String host = RawClient.host(server);
            assertTrue(RawClient.get(server, "/api/channel/two", host).endsWith("rest=two"));
            assertTrue(RawClient.get(server, "/api/channel/a%20b", host).endsWith("rest=a b"));
            assertTrue(RawClient.get(server, "/api/channel/one", host).endsWith("exact"));
            assertTrue(RawClient.get(server, "/api/other", host).startsWith("HTTP/1.1 404 "));
        }
    }

    @Test
    void anotherMethodIsNotAllowed() throws IOException {
        try (WebServer server = WebServer.with(options)
                        .get("/api/run", Access.OPEN, _ -> WebResponse.text(""))
                        .start();
                RawClient client = RawClient.connect(server)) {
            client.send(RawClient.request("DELETE", "/api/run", RawClient.host(server)));
            String response = client.readAll();
            assertTrue(response.startsWith("HTTP/1.1 405 "), response);
            assertTrue(response.contains("Allow: GET, HEAD"), response);
        }
    }

    @Test
    void aHeadHasTheHeadersAndNoBody() throws IOException {
        try (WebServer server = WebServer.with(options)
                        .get("/text", Access.OPEN, _ -> WebResponse.text("12345"))
                        .start();
                RawClient client = RawClient.connect(server)) {
            client.send(RawClient.request("HEAD", "/text", RawClient.host(server)));
            String response = client.readAll();
            assertTrue(response.contains("Content-Length: 5"), response);
            assertTrue(response.endsWith("\r\n\r\n"), response);
        }
    }

    @Test
    void errorsOfHandlersAreAnsweredAndReportedAndTheServerContinues() throws IOException {
        try (WebServer server = WebServer.with(options)
                .get("/exception", Access.OPEN, _ -> {
                    throw new IOException("secret detail");
                })
                .get("/error", Access.OPEN, _ -> {
                    throw new AssertionError("broken");
                })
                .get("/null", Access.OPEN, _ -> null)
                .get("/refused", Access.OPEN, _ -> {
                    throw new RefusedException(404, "there is no channel channel=<b>");
                })
                .get("/fine", Access.OPEN, _ -> WebResponse.text("fine"))
                .start()) {
            String host = RawClient.host(server);
            for (String path : List.of("/exception", "/error", "/null")) {
                String response = RawClient.get(server, path, host);
                assertTrue(response.startsWith("HTTP/1.1 500 "), response);
                assertTrue(response.endsWith("{\"error\":\"the server has an error, see its log\"}"), response);
                assertFalse(response.contains("secret"), response);
            }
            assertEquals(3, errors.size(), errors.toString());
            assertEquals("GET /exception java.io.IOException: secret detail", errors.getFirst());
            String refused = RawClient.get(server, "/refused", host);
            assertTrue(refused.startsWith("HTTP/1.1 404 "), refused);
            assertTrue(refused.endsWith("{\"error\":\"there is no channel channel=\\u003cb\\u003e\"}"), refused);
            assertTrue(RawClient.get(server, "/fine", host).endsWith("fine"));
            assertEquals(3, errors.size(), errors.toString());
            assertEquals(3, server.counts().errors());
        }
    }

    @Test
    void filesComeFromTheJarWithTheirTypeAndTag() throws IOException {
        try (WebServer server = WebServer.with(options)
                .file("/", WebServerTest.class::getResourceAsStream, "page/index.html")
                .files("/page", WebServerTest.class::getResourceAsStream, "page")
                .start()) {
            String host = RawClient.host(server);
            String page = RawClient.get(server, "/", host);
            assertTrue(
                    page.contains("Content-Type: text/html;charset=utf-8") || page.contains("text/html; charset"),
                    page);
            assertTrue(page.contains("<title>Test</title>"), page);
            String tag = page.replaceAll("(?s).*ETag: (\"[0-9a-f]+\").*", "$1");
            String again = RawClient.get(server, "/page/index.html", host, "If-None-Match: " + tag);
            assertTrue(again.startsWith("HTTP/1.1 304 "), again);
            for (String path : List.of(
                    "/page/none.js",
                    "/page/../secret.txt",
                    "/page/..%2fsecret.txt",
                    "/page/.hidden",
                    "/page/",
                    "/page/index.class",
                    "/page//index.html")) {
                String response = RawClient.get(server, path, host);
                assertTrue(
                        response.startsWith("HTTP/1.1 404 ") || response.startsWith("HTTP/1.1 400 "), path + response);
            }
            String compressed = RawClient.get(server, "/page/big.css", host, "Accept-Encoding: gzip");
            assertTrue(compressed.contains("Content-Encoding: gzip"), compressed);
        }
    }

    @Test
    void aPortThatIsInUseIsNamed() {
        try (WebServer first = WebServer.with(options).start()) {
            int port = first.address().getPort();
            ServerException error = assertThrows(
                    ServerException.class,
                    () -> WebServer.with(options.at("127.0.0.1", port)).start());
            assertEquals("cannot listen, another process has the port address=127.0.0.1:" + port, error.getMessage());
        }
    }

    @Test
    void anAddressThatIsNotOfThisMachineIsNamed() {
        ServerException error = assertThrows(
                ServerException.class,
                () -> WebServer.with(options.at("192.0.2.1", 0)).start());
        assertTrue(error.getMessage().startsWith("cannot listen address=192.0.2.1:0 reason="), error.getMessage());
    }

    @Test
    void optionsThatAreNotValidAreRefused() {
        assertThrows(ServerException.class, () -> options.at("127.0.0.1", 70_000));
        assertThrows(ServerException.class, () -> options.withToken("short"));
        assertThrows(ServerException.class, () -> options.withToken("a token with spaces in it"));
        assertThrows(ServerException.class, () -> options.withOrigins(List.of("example.com")));
        assertThrows(ServerException.class, () -> options.withHosts(List.of("http://example.com")));
        assertThrows(ServerException.class, () -> ServerLimits.defaults().withMaxBodyBytes(0));
        assertThrows(
                ServerException.class,
                () -> WebServer.with(options).get("no-slash", Access.OPEN, _ -> WebResponse.text("")));
        assertThrows(
                ServerException.class,
                () -> WebServer.with(options)
                        .get("/a", Access.OPEN, _ -> WebResponse.text(""))
                        .get("/a", Access.OPEN, _ -> WebResponse.text("")));
        assertFalse(options.withToken("0123456789abcdef").toString().contains("0123456789abcdef"));
    }

    @Test
    void aServerThatIsClosedListensNoMore() throws IOException {
        WebServer server = WebServer.with(options)
                .get("/", Access.OPEN, _ -> WebResponse.text(""))
                .start();
        String host = RawClient.host(server);
        RawClient.get(server, "/", host);
        server.close();
        server.close();
        assertThrows(IOException.class, () -> RawClient.get(server, "/", host));
    }

    @Test
    void closingEndsIdleConnectionsAtOnceAndRequestsOnceTheyAreAnswered() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        WebServer server = WebServer.with(options)
                .get("/", Access.OPEN, _ -> WebResponse.text("idle"))
                .get("/slow", Access.OPEN, _ -> {
                    asked.countDown();
                    answer.await();
                    return WebResponse.text("answered");
                })
                .start();
        String rest = " HTTP/1.1\r\n" + RawClient.host(server) + "\r\n\r\n";
        try (server;
                RawClient idle = RawClient.connect(server);
                RawClient slow = RawClient.connect(server)) {
            idle.send("GET /" + rest);
            assertTrue(idle.readHead().startsWith("HTTP/1.1 200 "));
            slow.send("GET /slow" + rest);
            asked.await();
            Thread closing = Thread.ofPlatform().start(server::close);
            assertEquals("idle", idle.readAll()); // to its end, although the other one is not answered
            closing.join(CUT_OFF_MS);
            assertTrue(closing.isAlive(), "the server does not wait for the answer");
            answer.countDown();
            String response = slow.readAll();
            assertTrue(response.endsWith("answered"), response);
            assertTrue(response.contains("Connection: close"), response);
            closing.join();
        }
        assertEquals(List.of(), errors);
    }
}
