package io.millrace.remote;

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
 * @param address the address or host name at which it listens
 * @param tokenFile the file whose first line is the token for WebSocket, relative to the topology file
 * @param hosts further host names in requests that it accepts, compared exactly
 * @param origins further origins of pages that it accepts, compared exactly
 * @param serve the classes of the served components, by the channels of their inputs
 */
public record InteractionsSpec(
        int port,
        OptionalInt tcpPort,
        String address,
        Optional<String> tokenFile,
        List<String> hosts,
        List<String> origins,
        SequencedMap<String, String> serve) {

    /** Checks that nothing is null and takes copies. */
    public InteractionsSpec {
        Objects.requireNonNull(tcpPort, "tcpPort");
        Objects.requireNonNull(address, "address");
        Objects.requireNonNull(tokenFile, "tokenFile");
        hosts = List.copyOf(hosts);
        origins = List.copyOf(origins);
        serve = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(serve));
    }

    /** Returns a server at ports of loopback, 0 for any that are free, that serves nothing yet. */
    public static InteractionsSpec at(int port, int tcpPort) {
        return new InteractionsSpec(
                port,
                OptionalInt.of(tcpPort),
                "127.0.0.1",
                Optional.empty(),
                List.of(),
                List.of(),
                new LinkedHashMap<>());
    }

    /** Returns the same with a served component. */
    public InteractionsSpec withServed(String channel, Class<?> component) {
        SequencedMap<String, String> more = new LinkedHashMap<>(serve);
        more.put(channel, component.getName());
        return new InteractionsSpec(port, tcpPort, address, tokenFile, hosts, origins, more);
    }
}
