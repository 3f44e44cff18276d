package io.millrace.server;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Decides from the headers alone which requests are answered. A page of another site can make a browser send requests
 * to a server on loopback; what tells them apart is the host, which is that page's own name where its name was bound to
 * this address, and the origin. Both are compared exactly with what is accepted: "contains" and "ends with" would let
 * {@code localhost.evil.com} pass. Immutable.
 */
final class RequestGuard {

    private static final int HTTP_PORT = 80;
    private static final String SAME_ORIGIN = "same-origin";

    private final Set<String> hosts;
    private final Set<String> origins;
    private final AccessTokens tokens;
    private final String cookieName;

    private RequestGuard(Set<String> hosts, Set<String> origins, AccessTokens tokens, String cookieName) {
        this.hosts = hosts;
        this.origins = origins;
        this.tokens = tokens;
        this.cookieName = cookieName;
    }

    /**
     * Returns the guard of a server.
     *
     * @param options its options
     * @param bound the address that it listens at, as text
     * @param port the port that it listens at
     */
    static RequestGuard of(WebServerOptions options, String bound, int port) {
        Set<String> hosts = new LinkedHashSet<>();
        List.of("localhost", "127.0.0.1", "[::1]").forEach(name -> add(hosts, name, port));
        add(hosts, bound, port);
        if (options.address().indexOf(':') < 0) {
            add(hosts, options.address(), port);
        }
        for (String host : options.hosts()) {
            if (host.matches(".*:[0-9]{1,5}")) {
                hosts.add(host.toLowerCase(Locale.ROOT));
            } else {
                add(hosts, host, port);
            }
        }
        Set<String> origins = new LinkedHashSet<>();
        hosts.forEach(host -> origins.add("http://" + host));
        options.origins().forEach(origin -> origins.add(origin.toLowerCase(Locale.ROOT)));
        // Browsers send cookies to every port of a host, so that two servers need two names.
        return new RequestGuard(hosts, origins, options.tokens(), "millrace-" + port);
    }

    private static void add(Set<String> hosts, String name, int port) {
        String lower = name.toLowerCase(Locale.ROOT);
        hosts.add(lower + ":" + port);
        if (port == HTTP_PORT) {
            hosts.add(lower);
        }
    }

    /**
     * Checks the host and the origin of a request.
     *
     * @param headers the request's headers
     * @param access what the route asks for
     * @return the refusal, if it is refused
     */
    Optional<WebResponse> refusal(HeaderView headers, Access access) {
        List<String> host = headers.all("Host");
        if (host.size() != 1 || !hosts.contains(host.getFirst().toLowerCase(Locale.ROOT))) {
            return refused(421, "host is not accepted host=" + shortened(String.join(",", host)));
        }
        List<String> origin = headers.all("Origin");
        if (!origin.isEmpty() && !isAccepted(origin)) {
            return refused(403, "origin is not accepted origin=" + shortened(String.join(",", origin)));
        }
        if (access == Access.TOKEN) {
            // Browsers say by this header that another page makes the request, also where they send no origin.
            List<String> site = headers.all("Sec-Fetch-Site");
            if (site.stream().anyMatch(value -> !value.equals(SAME_ORIGIN) && !value.equals("none"))) {
                return refused(403, "request comes from another site site=" + shortened(String.join(",", site)));
            }
            if (principal(headers).isEmpty()) {
                return refused(
                        401,
                        "token is missing or wrong; open the address with /?token=TOKEN once, or send"
                                + " the header Authorization: Bearer TOKEN");
            }
        }
        return Optional.empty();
    }

    /** Checks a request for a WebSocket session, which must name its origin: browsers always do. */
    Optional<WebResponse> sessionRefusal(HeaderView headers) {
        if (headers.all("Origin").isEmpty()) {
            return refused(403, "request for a session has no origin");
        }
        return refusal(headers, Access.TOKEN);
    }

    private boolean isAccepted(List<String> origin) {
        return origin.size() == 1 && origins.contains(origin.getFirst().toLowerCase(Locale.ROOT));
    }

    /** Returns the owner of the token of a request: an empty name where the server has no tokens. */
    Optional<String> principal(HeaderView headers) {
        return tokens.isEmpty()
                ? Optional.of("")
                : tokens.owner(headers.all("Authorization"), headers.cookies(cookieName));
    }

    /**
     * Answers the address with a token in it: the browser gets a cookie and goes to the address without the token, so
     * that the token is in no history and no referrer.
     */
    WebResponse enter(String given) {
        if (tokens.isEmpty()) {
            return WebResponse.text("").withHeader("Location", "/").withStatus(303);
        }
        Optional<String> cookie = tokens.cookie(given);
        if (cookie.isEmpty()) {
            return WebResponse.error(401, "token is wrong");
        }
        return WebResponse.text("")
                .withStatus(303)
                .withHeader("Location", "/")
                .withHeader("Set-Cookie", cookieName + "=" + cookie.get() + "; Path=/; HttpOnly; SameSite=Strict");
    }

    private static Optional<WebResponse> refused(int status, String message) {
        return Optional.of(WebResponse.error(status, message));
    }

    private static String shortened(String value) {
        return value.length() <= 100 ? value : value.substring(0, 100) + "...";
    }

    /** The headers of a request. */
    interface HeaderView {

        /** Returns the values of a header, one for each time that it is in the request. */
        List<String> all(String name);

        /** Returns the values of the cookies of a name. */
        List<String> cookies(String name);
    }
}
