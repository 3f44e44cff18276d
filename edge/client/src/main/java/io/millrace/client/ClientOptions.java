package io.millrace.client;

import io.millrace.wire.Wire;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;

/**
 * How a client connects.
 *
 * @param uris where the server is: {@code ws://HOST:PORT}, or {@code wss:} with TLS; {@code http:} and {@code https:}
 *     mean the same, so that the address that a run prints can be used; {@code tcp://HOST:PORT}, or {@code tls:} with
 *     TLS. Several, all of one kind, are those of one host and its spare: each attempt tries them in turn
 * @param token what the client shows to the server; empty where the server asks for none
 * @param tls the certificates for {@code wss:} and {@code tls:}; empty for those of the JDK, which {@code tls:} does
 *     not accept: there the client needs a certificate too
 * @param times how long what it does may take
 * @param maxPending the most calls that wait for their acknowledgement; a further one is refused
 * @param wire knows the types of arguments of typed writers and handlers
 * @param onState learns of the connection
 * @param onError learns of what the server refuses and of failed attempts to connect, each once in a row
 */
public record ClientOptions(
        List<URI> uris,
        Optional<String> token,
        Optional<SSLContext> tls,
        ClientTimes times,
        int maxPending,
        Wire wire,
        Consumer<ClientState> onState,
        Consumer<String> onError) {

    private static final int DEFAULT_MAX_PENDING = 10_000;

    /** Checks the ranges. */
    public ClientOptions {
        uris = List.copyOf(uris);
        Objects.requireNonNull(token, "token");
        Objects.requireNonNull(tls, "tls");
        Objects.requireNonNull(times, "times");
        Objects.requireNonNull(wire, "wire");
        Objects.requireNonNull(onState, "onState");
        Objects.requireNonNull(onError, "onError");
        if (maxPending < 1) {
            throw new ClientException("at least one call waits maxPending=" + maxPending);
        }
        if (uris.isEmpty()) {
            throw new ClientException("a server has at least one address uris=" + uris);
        }
        for (URI uri : uris) {
            if (uri.getHost() == null || uri.getScheme() == null) {
                throw new ClientException("the address of a server is as ws://HOST:PORT uri=" + uri);
            }
            if (!uri.getScheme().equalsIgnoreCase(uris.getFirst().getScheme())) {
                throw new ClientException("the addresses of a server are of one kind uris=" + uris);
            }
        }
    }

    /**
     * Returns options for a server: no token, 5 s to connect, pauses from 250 ms to 10 s, 60 s of silence, 30 s for an
     * answer, 10,000 calls that wait, errors to the log.
     *
     * @param uri its address, such as {@code ws://127.0.0.1:8090}
     * @param others further addresses at which the same server may be, such as that of the spare of its host
     */
    public static ClientOptions at(String uri, String... others) {
        return new ClientOptions(
                Stream.concat(Stream.of(uri), Stream.of(others))
                        .map(URI::create)
                        .toList(),
                Optional.empty(),
                Optional.empty(),
                ClientTimes.defaults(),
                DEFAULT_MAX_PENDING,
                Wire.closed(),
                _ -> {},
                ClientOptions::log);
    }

    private static void log(String error) {
        System.getLogger(ClientOptions.class.getPackageName()).log(System.Logger.Level.WARNING, error);
    }

    /** Returns whether connections are WebSockets, which show the token when they are opened. */
    boolean isWeb() {
        String scheme = uris.getFirst().getScheme();
        return !scheme.equalsIgnoreCase("tcp") && !scheme.equalsIgnoreCase("tls");
    }

    /** Returns these options with a token. */
    public ClientOptions withToken(String secret) {
        return new ClientOptions(uris, Optional.of(secret), tls, times, maxPending, wire, onState, onError);
    }

    /** Returns these options with certificates for TLS. */
    public ClientOptions withTls(SSLContext context) {
        return new ClientOptions(uris, token, Optional.of(context), times, maxPending, wire, onState, onError);
    }

    private ClientOptions withTimes(ClientTimes other) {
        return new ClientOptions(uris, token, tls, other, maxPending, wire, onState, onError);
    }

    /** Returns these options with another time for an attempt to connect. */
    public ClientOptions withConnectWithin(Duration time) {
        return withTimes(times.withConnectWithin(time));
    }

    /** Returns these options with other pauses between attempts to connect. */
    public ClientOptions withPauses(Duration first, Duration longest) {
        return withTimes(times.withPauses(first, longest));
    }

    /** Returns these options with another time of silence after which a connection is given up. */
    public ClientOptions withDeadAfter(Duration silence) {
        return withTimes(times.withDeadAfter(silence));
    }

    /** Returns these options with a time without a connection after which all calls that wait end with an error. */
    public ClientOptions withGiveUpAfter(Duration time) {
        return withTimes(times.withGiveUpAfter(time));
    }

    /** Returns these options with another time for the answer of a call or a query. */
    public ClientOptions withAnswerWithin(Duration time) {
        return withTimes(times.withAnswerWithin(time));
    }

    /** Returns these options with another number of calls that may wait for their acknowledgement. */
    public ClientOptions withMaxPending(int calls) {
        return new ClientOptions(uris, token, tls, times, calls, wire, onState, onError);
    }

    /** Returns these options with the types of arguments that are known beyond those of the interfaces. */
    public ClientOptions withWire(Wire types) {
        return new ClientOptions(uris, token, tls, times, maxPending, types, onState, onError);
    }

    /** Returns these options with what learns of the connection and of errors, in a thread of the client. */
    public ClientOptions withListeners(Consumer<ClientState> state, Consumer<String> error) {
        return new ClientOptions(uris, token, tls, times, maxPending, wire, state, error);
    }

    /** Returns the options as text, without the token. */
    @Override
    public String toString() {
        return "ClientOptions[uris=" + uris + ", token=" + (token.isPresent() ? "set" : "none") + "]";
    }
}
