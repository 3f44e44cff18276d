package io.millrace.console;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The section {@code console} of a topology.
 *
 * @param port the port, 0 for any that is free
 * @param address the address or host name at which it listens
 * @param tokenFile the file whose first line is the token, relative to the topology file
 * @param hosts further host names in requests that it accepts
 * @param access what users may do
 */
public record ConsoleSpec(
        int port, String address, Optional<String> tokenFile, List<String> hosts, ConsoleAccess access) {

    /** Checks that nothing is null and takes a copy. */
    public ConsoleSpec {
        Objects.requireNonNull(address, "address");
        Objects.requireNonNull(tokenFile, "tokenFile");
        Objects.requireNonNull(access, "access");
        hosts = List.copyOf(hosts);
    }

    /** Returns a console for looking at a port of loopback. */
    public static ConsoleSpec at(int port) {
        return new ConsoleSpec(port, "127.0.0.1", Optional.empty(), List.of(), ConsoleAccess.READ);
    }

    /** Returns this console at another port. */
    public ConsoleSpec withPort(int number) {
        return new ConsoleSpec(number, address, tokenFile, hosts, access);
    }
}
