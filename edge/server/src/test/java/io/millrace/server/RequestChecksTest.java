package io.millrace.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What a page of another site can make a browser send, and what only the right client can. */
class RequestChecksTest {

    private static final String TOKEN = "a-token-of-this-test-0123";

    private final AtomicInteger calls = new AtomicInteger();
    private final WebServerOptions options = WebServerOptions.loopback();

    private WebServer start(WebServerOptions with) {
        return WebServer.with(with)
                .get("/", Access.OPEN, _ -> WebResponse.text("page"))
                .get("/api/run", Access.TOKEN, _ -> {
                    calls.incrementAndGet();
                    return WebResponse.json("{}");
                })
                .post("/api/act", request -> {
                    calls.incrementAndGet();
                    return WebResponse.json(request.text());
                })
                .start();
    }

    @Test
    void onlyTheNamesOfTheServerAreAcceptedAsHost() throws IOException {
        try (WebServer server = start(options)) {
            int port = server.address().getPort();
            for (String host :
                    List.of("127.0.0.1:" + port, "localhost:" + port, "LocalHost:" + port, "[::1]:" + port)) {
                assertStatus(200, RawClient.get(server, "/api/run", "Host: " + host));
            }
            int answered = calls.get();
            for (String host : List.of(
                    "localhost.evil.com:" + port,
                    "evil.com:" + port,
                    "evil.com",
                    "127.0.0.1",
                    "localhost",
                    "127.0.0.1:" + (port == 65_535 ? 1 : port + 1),
                    "127.0.0.1:" + port + ".evil.com",
                    "127.0.0.1.evil.com:" + port,
                    "xlocalhost:" + port,
                    "0.0.0.0:" + port,
                    "127.0.0.2:" + port)) {
                for (String path : List.of("/", "/api/run")) {
                    String response = RawClient.get(server, path, "Host: " + host);
                    // A name with two ports is none at all, which the parser refuses.
                    boolean isRefused =
                            response.startsWith("HTTP/1.1 421 ") || response.startsWith("HTTP/1.1 400 Bad Request");
                    assertTrue(isRefused, host + response);
                }
            }
            assertStatus(400, RawClient.get(server, "/api/run"));
            assertStatus(400, RawClient.get(server, "/api/run", RawClient.host(server), "Host: evil.com"));
            assertEquals(answered, calls.get());
        }
    }

    @Test
    void aRequestThatCannotBeDecodedIsRefusedAndNoError() throws IOException {
        List<String> reported = new CopyOnWriteArrayList<>();
        WebServerOptions reporting = options.withToken(TOKEN).withErrorHandler((where, _) -> reported.add(where));
        try (WebServer server = start(reporting)) {
            for (String path : List.of("/?token=%zz", "/?token=%", "/?%zz", "/api/run?x=%zz", "/%zz", "/api/%c3%28")) {
                String response = RawClient.get(server, path, RawClient.host(server), "Authorization: Bearer " + TOKEN);
                assertTrue(
                        response.startsWith("HTTP/1.1 400 ") || response.startsWith("HTTP/1.1 404 "), path + response);
            }
            assertStatus(400, RawClient.get(server, "/?token=%zz", RawClient.host(server)));
            assertEquals(List.of(), reported);
            assertEquals(0, server.counts().errors());
        }
    }

    @Test
    void anAbsoluteRequestTargetDoesNotHideTheHost() throws IOException {
        try (WebServer server = start(options)) {
            String own = "http://127.0.0.1:" + server.address().getPort() + "/api/run";
            String response = RawClient.get(server, own, "Host: evil.com");
            assertFalse(response.startsWith("HTTP/1.1 200 "), response);
            String other = RawClient.get(server, "http://evil.com/api/run", RawClient.host(server));
            assertFalse(other.startsWith("HTTP/1.1 200 "), other);
            assertEquals(0, calls.get());
        }
    }

    @Test
    void hostsOfTheOptionsAreAcceptedToo() throws IOException {
        try (WebServer server = start(options.withHosts(List.of("millrace.example.com", "proxy.example.com:8443"))
                .withOrigins(List.of("https://proxy.example.com:8443")))) {
            int port = server.address().getPort();
            assertStatus(200, RawClient.get(server, "/api/run", "Host: millrace.example.com:" + port));
            assertStatus(
                    200,
                    RawClient.get(
                            server,
                            "/api/run",
                            "Host: proxy.example.com:8443",
                            "Origin: https://proxy.example.com:8443"));
            assertStatus(421, RawClient.get(server, "/api/run", "Host: x.millrace.example.com:" + port));
            assertStatus(421, RawClient.get(server, "/api/run", "Host: proxy.example.com:" + port));
        }
    }

    @Test
    void aForeignOriginIsRefused() throws IOException {
        try (WebServer server = start(options)) {
            int port = server.address().getPort();
            String host = RawClient.host(server);
            assertStatus(200, RawClient.get(server, "/api/run", host, "Origin: http://localhost:" + port));
            for (String origin : List.of(
                    "http://evil.com",
                    "http://localhost.evil.com:" + port,
                    "http://127.0.0.1:" + (port == 65_535 ? 1 : port + 1),
                    "http://127.0.0.1",
                    "https://127.0.0.1:" + port,
                    "http://127.0.0.1:" + port + ".evil.com",
                    "http://evil.com/http://127.0.0.1:" + port,
                    "null")) {
                String response = RawClient.get(server, "/api/run", host, "Origin: " + origin);
                assertTrue(response.startsWith("HTTP/1.1 403 "), origin + response);
            }
            assertEquals(1, calls.get());
            assertEquals(8, server.counts().refused());
        }
    }

    @Test
    void dataIsNotForPagesOfOtherSites() throws IOException {
        try (WebServer server = start(options)) {
            String host = RawClient.host(server);
            for (String site : List.of("cross-site", "same-site")) {
                assertStatus(403, RawClient.get(server, "/api/run", host, "Sec-Fetch-Site: " + site));
                assertStatus(200, RawClient.get(server, "/", host, "Sec-Fetch-Site: " + site));
            }
            for (String site : List.of("same-origin", "none")) {
                assertStatus(200, RawClient.get(server, "/api/run", host, "Sec-Fetch-Site: " + site));
            }
        }
    }

    @Test
    void withATokenDataNeedsIt() throws IOException {
        try (WebServer server = start(options.withToken(TOKEN))) {
            String host = RawClient.host(server);
            assertStatus(200, RawClient.get(server, "/", host));
            for (String authorization : List.of(
                    "",
                    "Authorization: Bearer ",
                    "Authorization: Bearer " + TOKEN + "x",
                    "Authorization: Bearer " + TOKEN.substring(1),
                    "Authorization: Basic " + TOKEN,
                    "Cookie: millrace-" + server.address().getPort() + "=" + TOKEN)) {
                String response = authorization.isEmpty()
                        ? RawClient.get(server, "/api/run", host)
                        : RawClient.get(server, "/api/run", host, authorization);
                assertTrue(response.startsWith("HTTP/1.1 401 "), authorization + response);
                assertFalse(response.contains(TOKEN), response);
            }
            assertEquals(0, calls.get());
            assertStatus(200, RawClient.get(server, "/api/run", host, "Authorization: Bearer " + TOKEN));
            assertEquals(1, calls.get());
        }
    }

    @Test
    void anAddressWithTheTokenSetsACookieThatIsNotTheToken() throws IOException {
        try (WebServer server = start(options.withToken(TOKEN))) {
            String host = RawClient.host(server);
            assertStatus(401, RawClient.get(server, "/?token=wrong", host));
            String entered = RawClient.get(server, "/?token=" + TOKEN, host);
            assertStatus(303, entered);
            assertTrue(entered.contains("Location: /\r\n"), entered);
            assertTrue(entered.contains("; HttpOnly; SameSite=Strict"), entered);
            assertFalse(entered.contains(TOKEN), entered);
            String cookie = entered.replaceAll("(?s).*Set-Cookie: ([^;]+);.*", "$1");
            assertStatus(200, RawClient.get(server, "/api/run", host, "Cookie: other=1; " + cookie));
            assertStatus(401, RawClient.get(server, "/api/run", host, "Cookie: " + cookie + "0"));
        }
    }

    @Test
    void aPostOfAnotherOriginIsRefusedAlsoWithTheCookie() throws IOException {
        try (WebServer server = start(options.withToken(TOKEN))) {
            String cookie = RawClient.get(server, "/?token=" + TOKEN, RawClient.host(server))
                    .replaceAll("(?s).*Set-Cookie: ([^;]+);.*", "$1");
            assertStatus(403, post(server, "Origin: http://evil.com", "Cookie: " + cookie));
            assertStatus(401, post(server, RawClient.origin(server), "Cookie: other=1"));
            assertEquals(0, calls.get());
            assertStatus(200, post(server, RawClient.origin(server), "Cookie: " + cookie));
        }
    }

    private static String post(WebServer server, String... headers) throws IOException {
        try (RawClient client = RawClient.connect(server)) {
            String[] all = new String[headers.length + 2];
            all[0] = RawClient.host(server);
            all[1] = "Content-Length: 2";
            System.arraycopy(headers, 0, all, 2, headers.length);
            client.send(RawClient.request("POST", "/api/act", all) + "{}");
            return client.readAll();
        }
    }

    private static void assertStatus(int status, String response) {
        assertTrue(response.startsWith("HTTP/1.1 " + status + " "), "expected=" + status + " response=" + response);
    }
}
