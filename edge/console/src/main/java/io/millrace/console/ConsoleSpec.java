package io.millrace.console;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The section {@code console} of a topology.
 *
 * @param port the port, 0 for any that is free
 * @param address the address or host name at which it listens
 * @param tokenFile the file with the token in its first line, or a line {@code NAME TOKEN} for each owner, relative to
 *     the topology file
 * @param hosts further host names in requests that it accepts
 * @param access what users may do
 * @param actors the owners of tokens that may change data where the access allows that; all where it is empty
 */
public record ConsoleSpec(
        int port,
        String address,
        Optional<String> tokenFile,
        List<String> hosts,
        ConsoleAccess access,
        List<String> actors) {

    /** Checks that nothing is null and takes a copy. */
    public ConsoleSpec {
        Objects.requireNonNull(address, "address");
        Objects.requireNonNull(tokenFile, "tokenFile");
        Objects.requireNonNull(access, "access");
        hosts = List.copyOf(hosts);
        actors = List.copyOf(actors);
    }

    /** Creates a console by which all that have a token may do the same. */
    public ConsoleSpec(int port, String address, Optional<String> tokenFile, List<String> hosts, ConsoleAccess access) {
        this(port, address, tokenFile, hosts, access, List.of());
    }

    /** Returns a console for looking at a port of loopback. */
    public static ConsoleSpec at(int port) {
        return new ConsoleSpec(port, "127.0.0.1", Optional.empty(), List.of(), ConsoleAccess.READ);
    }

    /** Returns this console at another port. */
    public ConsoleSpec withPort(int number) {
        return new ConsoleSpec(number, address, tokenFile, hosts, access, actors);
    }
}
