package io.millrace.clients;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The section {@code clients} of a topology.
 *
 * @param port the port, 0 for any that is free
 * @param address the address or host name at which it listens
 * @param tokenFile the file whose first line is the token, relative to the topology file; empty where everyone on this
 *     machine may connect
 * @param hosts further host names in requests that it accepts, compared exactly
 * @param origins further origins of pages that it accepts, such as {@code https://shop.example.com}, compared exactly
 * @param page the folder of the files that it serves, relative to the topology file; empty for none
 * @param follow the channels that clients may follow
 * @param append the channels to which clients may append; journals with ownership {@code SHARED}
 */
public record ClientsSpec(
        int port,
        String address,
        Optional<String> tokenFile,
        List<String> hosts,
        List<String> origins,
        Optional<String> page,
        List<String> follow,
        List<String> append) {

    /** Checks that nothing is null and takes copies. */
    public ClientsSpec {
        Objects.requireNonNull(address, "address");
        Objects.requireNonNull(tokenFile, "tokenFile");
        Objects.requireNonNull(page, "page");
        hosts = List.copyOf(hosts);
        origins = List.copyOf(origins);
        follow = List.copyOf(follow);
        append = List.copyOf(append);
    }

    /** Returns a server at a port of loopback, without channels. */
    public static ClientsSpec at(int port) {
        return new ClientsSpec(
                port, "127.0.0.1", Optional.empty(), List.of(), List.of(), Optional.empty(), List.of(), List.of());
    }

    /** Returns the same with the channels that clients may follow. */
    public ClientsSpec withFollow(String... channels) {
        return new ClientsSpec(port, address, tokenFile, hosts, origins, page, List.of(channels), append);
    }

    /** Returns the same with the channels to which clients may append. */
    public ClientsSpec withAppend(String... channels) {
        return new ClientsSpec(port, address, tokenFile, hosts, origins, page, follow, List.of(channels));
    }

    /** Returns the same with the file of the token. */
    public ClientsSpec withTokenFile(String file) {
        return new ClientsSpec(port, address, Optional.of(file), hosts, origins, page, follow, append);
    }

    /** Returns the same at another port. */
    public ClientsSpec withPort(int number) {
        return new ClientsSpec(number, address, tokenFile, hosts, origins, page, follow, append);
    }
}
