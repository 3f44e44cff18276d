package io.millrace.server;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * How a server listens, and whom it answers.
 *
 * @param address the address or host name at which it listens
 * @param port the port, 0 for any that is free
 * @param hosts further host names in requests that it accepts, such as {@code millrace.example.com} or with a port;
 *     the loopback names and the address are accepted at the port of the server. Compared exactly, so that a page of
 *     another site, which a browser may reach by a name of its own, is refused
 * @param origins further origins that it accepts, such as {@code https://millrace.example.com}, where a proxy stands
 *     before it; {@code http://} with each accepted host is accepted. Compared exactly
 * @param tokens what clients must present where a route asks for it
 * @param compression whether messages of WebSocket sessions are compressed
 * @param limits what clients may take
 * @param errorHandler learns of errors
 */
public record WebServerOptions(
        String address,
        int port,
        Set<String> hosts,
        Set<String> origins,
        AccessTokens tokens,
        Compression compression,
        ServerLimits limits,
        WebErrorHandler errorHandler) {

    private static final int MAX_PORT = 65_535;

    /** Checks the values and copies the sets. */
    public WebServerOptions {
        Objects.requireNonNull(address, "address");
        Objects.requireNonNull(tokens, "tokens");
        Objects.requireNonNull(compression, "compression");
        Objects.requireNonNull(limits, "limits");
        Objects.requireNonNull(errorHandler, "errorHandler");
        hosts = Set.copyOf(new TreeSet<>(hosts));
        origins = Set.copyOf(new TreeSet<>(origins));
        if (port < 0 || port > MAX_PORT) {
            throw new ServerException("port is not between 0 and " + MAX_PORT + " port=" + port);
        }
        for (String origin : origins) {
            if (!origin.matches("https?://[^/?#@\\s]+")) {
                throw new ServerException("origin is not of the form http://host or http://host:port origin=" + origin);
            }
        }
        for (String host : hosts) {
            if (!host.matches("\\[[0-9a-fA-F:.]+](:[0-9]{1,5})?|[^:/?#@\\s\\[\\]]+(:[0-9]{1,5})?")) {
                throw new ServerException("host is not of the form name or name:port host=" + host);
            }
        }
    }

    /** Returns options for loopback at a free port, without a token, with the default limits and errors in the log. */
    public static WebServerOptions loopback() {
        return new WebServerOptions(
                "127.0.0.1",
                0,
                Set.of(),
                Set.of(),
                AccessTokens.none(),
                Compression.NONE,
                ServerLimits.defaults(),
                WebErrorHandler.log());
    }

    /**
     * Returns these options with another address.
     *
     * @param where the address or host name
     * @param number the port, 0 for any that is free
     */
    public WebServerOptions at(String where, int number) {
        return new WebServerOptions(where, number, hosts, origins, tokens, compression, limits, errorHandler);
    }

    /** Returns these options with further accepted hosts. */
    public WebServerOptions withHosts(List<String> names) {
        return new WebServerOptions(
                address, port, new TreeSet<>(names), origins, tokens, compression, limits, errorHandler);
    }

    /** Returns these options with further accepted origins. */
    public WebServerOptions withOrigins(List<String> accepted) {
        return new WebServerOptions(
                address, port, hosts, new TreeSet<>(accepted), tokens, compression, limits, errorHandler);
    }

    /** Returns these options with a token. */
    public WebServerOptions withToken(String secret) {
        return withTokens(AccessTokens.of(secret));
    }

    /** Returns these options with several tokens. */
    public WebServerOptions withTokens(AccessTokens accepted) {
        return new WebServerOptions(address, port, hosts, origins, accepted, compression, limits, errorHandler);
    }

    /** Returns these options with or without compressed messages. */
    public WebServerOptions withCompression(Compression how) {
        return new WebServerOptions(address, port, hosts, origins, tokens, how, limits, errorHandler);
    }

    /** Returns these options with other limits. */
    public WebServerOptions withLimits(ServerLimits bounds) {
        return new WebServerOptions(address, port, hosts, origins, tokens, compression, bounds, errorHandler);
    }

    /** Returns these options with another error handler. */
    public WebServerOptions withErrorHandler(WebErrorHandler handler) {
        return new WebServerOptions(address, port, hosts, origins, tokens, compression, limits, handler);
    }

    /** Returns the options as text, without the token. */
    @Override
    public String toString() {
        return "WebServerOptions[address=" + address + ", port=" + port + ", hosts=" + hosts + ", origins=" + origins
                + ", token=" + tokens + ", compression=" + compression + ", limits=" + limits + "]";
    }
}
