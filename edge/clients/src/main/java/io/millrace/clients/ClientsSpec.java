package io.millrace.clients;

import io.millrace.server.Compression;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The section {@code clients} of a topology.
 *
 * @param port the port, 0 for any that is free
 * @param address the address or host name at which it listens
 * @param tcp how clients connect over TCP; empty where they do not
 * @param tokenFile the file of the token or of several with the names of their owners, relative to the topology file;
 *     empty where everyone on this machine may connect
 * @param hosts further host names in requests that it accepts, compared exactly
 * @param origins further origins of pages that it accepts, such as {@code https://shop.example.com}, compared exactly
 * @param page the folder of the files that it serves, relative to the topology file; empty for none
 * @param follow the channels that clients may follow
 * @param append the channels to which clients may append; journals with ownership {@code SHARED}
 * @param tap the principals that may see the conversations of clients; {@code *} for all
 * @param compression whether messages by WebSocket are compressed
 * @param limits what clients may take
 */
public record ClientsSpec(
        int port,
        String address,
        Optional<TcpSpec> tcp,
        Optional<String> tokenFile,
        List<String> hosts,
        List<String> origins,
        Optional<String> page,
        List<String> follow,
        List<String> append,
        List<String> tap,
        Compression compression,
        ClientLimits limits) {

    /** Checks that nothing is null and takes copies. */
    public ClientsSpec {
        Objects.requireNonNull(address, "address");
        Objects.requireNonNull(tcp, "tcp");
        Objects.requireNonNull(tokenFile, "tokenFile");
        Objects.requireNonNull(page, "page");
        Objects.requireNonNull(compression, "compression");
        Objects.requireNonNull(limits, "limits");
        hosts = List.copyOf(hosts);
        origins = List.copyOf(origins);
        follow = List.copyOf(follow);
        append = List.copyOf(append);
        tap = List.copyOf(tap);
    }

    /** Returns a server at a port of loopback, without channels. */
    public static ClientsSpec at(int port) {
        return new ClientsSpec(
                port,
                "127.0.0.1",
                Optional.empty(),
                Optional.empty(),
                List.of(),
                List.of(),
                Optional.empty(),
                List.of(),
                List.of(),
                List.of(),
                Compression.NONE,
                ClientLimits.defaults());
    }

    /** Returns the same with the channels that clients may follow. */
    public ClientsSpec withFollow(String... channels) {
        return new ClientsSpec(
                port,
                address,
                tcp,
                tokenFile,
                hosts,
                origins,
                page,
                List.of(channels),
                append,
                tap,
                compression,
                limits);
    }

    /** Returns the same with the channels to which clients may append. */
    public ClientsSpec withAppend(String... channels) {
        return new ClientsSpec(
                port,
                address,
                tcp,
                tokenFile,
                hosts,
                origins,
                page,
                follow,
                List.of(channels),
                tap,
                compression,
                limits);
    }

    /** Returns the same with the file of the token. */
    public ClientsSpec withTokenFile(String file) {
        return new ClientsSpec(
                port, address, tcp, Optional.of(file), hosts, origins, page, follow, append, tap, compression, limits);
    }

    /** Returns the same at another port. */
    public ClientsSpec withPort(int number) {
        return new ClientsSpec(
                number, address, tcp, tokenFile, hosts, origins, page, follow, append, tap, compression, limits);
    }

    /** Returns the same with clients over TCP. */
    public ClientsSpec withTcp(TcpSpec how) {
        return new ClientsSpec(
                port,
                address,
                Optional.of(how),
                tokenFile,
                hosts,
                origins,
                page,
                follow,
                append,
                tap,
                compression,
                limits);
    }

    /** Returns the same with principals that may see the conversations of clients. */
    public ClientsSpec withTap(String... principals) {
        return new ClientsSpec(
                port,
                address,
                tcp,
                tokenFile,
                hosts,
                origins,
                page,
                follow,
                append,
                List.of(principals),
                compression,
                limits);
    }

    /** Returns the same with or without compressed messages by WebSocket. */
    public ClientsSpec withCompression(Compression how) {
        return new ClientsSpec(port, address, tcp, tokenFile, hosts, origins, page, follow, append, tap, how, limits);
    }

    /** Returns the same with other limits. */
    public ClientsSpec withLimits(ClientLimits bounds) {
        return new ClientsSpec(
                port, address, tcp, tokenFile, hosts, origins, page, follow, append, tap, compression, bounds);
    }
}
