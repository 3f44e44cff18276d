package io.millrace.remote;

import io.millrace.server.Compression;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SequencedMap;

/**
 * The section {@code interactions} of a topology.
 *
 * @param port the port for WebSocket, 0 for any that is free
 * @param tcpPort the port for TCP, 0 for any that is free; empty for none
 * @param tls the certificates for TCP; without them TCP is plain, and listens on loopback alone
 * @param address the address or host name at which it listens
 * @param tokenFile the file of the tokens for WebSocket and for TCP without TLS, relative to the topology file
 * @param hosts further host names in requests that it accepts, compared exactly
 * @param origins further origins of pages that it accepts, compared exactly
 * @param tap the principals that may see the conversations of clients; {@code *} for all
 * @param compression whether messages by WebSocket are compressed
 * @param serve the classes of the served components, by the channels of their inputs
 */
public record InteractionsSpec(
        int port,
        OptionalInt tcpPort,
        Optional<InteractionsTls> tls,
        String address,
        Optional<String> tokenFile,
        List<String> hosts,
        List<String> origins,
        List<String> tap,
        Compression compression,
        SequencedMap<String, String> serve) {

    /** Checks that nothing is null and takes copies. */
    public InteractionsSpec {
        Objects.requireNonNull(tcpPort, "tcpPort");
        Objects.requireNonNull(tls, "tls");
        Objects.requireNonNull(address, "address");
        Objects.requireNonNull(tokenFile, "tokenFile");
        Objects.requireNonNull(compression, "compression");
        hosts = List.copyOf(hosts);
        origins = List.copyOf(origins);
        tap = List.copyOf(tap);
        serve = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(serve));
    }

    /** Returns a server at ports of loopback, 0 for any that are free, that serves nothing yet. */
    public static InteractionsSpec at(int port, int tcpPort) {
        return new InteractionsSpec(
                port,
                OptionalInt.of(tcpPort),
                Optional.empty(),
                "127.0.0.1",
                Optional.empty(),
                List.of(),
                List.of(),
                List.of(),
                Compression.NONE,
                new LinkedHashMap<>());
    }

    /** Returns the same with a served component. */
    public InteractionsSpec withServed(String channel, Class<?> component) {
        SequencedMap<String, String> more = new LinkedHashMap<>(serve);
        more.put(channel, component.getName());
        return new InteractionsSpec(port, tcpPort, tls, address, tokenFile, hosts, origins, tap, compression, more);
    }

    /** Returns the same with TLS for TCP. */
    public InteractionsSpec withTls(InteractionsTls value) {
        return new InteractionsSpec(
                port, tcpPort, Optional.of(value), address, tokenFile, hosts, origins, tap, compression, serve);
    }

    /** Returns the same with a file of tokens. */
    public InteractionsSpec withTokenFile(String file) {
        return new InteractionsSpec(
                port, tcpPort, tls, address, Optional.of(file), hosts, origins, tap, compression, serve);
    }

    /** Returns the same with principals that may see the conversations of clients. */
    public InteractionsSpec withTap(String... principals) {
        return new InteractionsSpec(
                port, tcpPort, tls, address, tokenFile, hosts, origins, List.of(principals), compression, serve);
    }

    /** Returns the same with or without compressed messages by WebSocket. */
    public InteractionsSpec withCompression(Compression how) {
        return new InteractionsSpec(port, tcpPort, tls, address, tokenFile, hosts, origins, tap, how, serve);
    }
}
