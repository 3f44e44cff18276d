package io.millrace.console;

import io.millrace.server.ServerException;
import io.millrace.server.TokenFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * How a console listens, and what its users may do.
 *
 * @param address the address or host name at which it listens
 * @param port the port, 0 for any that is free
 * @param hosts further host names in requests that it accepts, compared exactly
 * @param token what users must present; empty where everyone on this machine may look
 * @param access what users may do
 */
public record ConsoleOptions(
        String address, int port, List<String> hosts, Optional<String> token, ConsoleAccess access) {

    /** Checks that an administrator has a token. */
    public ConsoleOptions {
        Objects.requireNonNull(address, "address");
        Objects.requireNonNull(token, "token");
        Objects.requireNonNull(access, "access");
        hosts = List.copyOf(hosts);
        if (access == ConsoleAccess.ADMIN && token.isEmpty()) {
            throw new ConsoleException("a console that changes data needs a token; name its file");
        }
    }

    /** Returns options for loopback, for looking only, without a token. */
    public static ConsoleOptions loopback(int port) {
        return new ConsoleOptions("127.0.0.1", port, List.of(), Optional.empty(), ConsoleAccess.READ);
    }

    /**
     * Returns these options with the token in a file, whose first line it is.
     *
     * @throws ConsoleException where the file cannot be read or others than its owner may read it
     */
    public ConsoleOptions withTokenFile(Path file) {
        return new ConsoleOptions(address, port, hosts, Optional.of(token(file)), access);
    }

    /** Returns these options with another access. */
    public ConsoleOptions withAccess(ConsoleAccess value) {
        return new ConsoleOptions(address, port, hosts, token, value);
    }

    static String token(Path file) {
        try {
            return TokenFile.read(file);
        } catch (ServerException e) {
            throw new ConsoleException(e.getMessage(), e);
        }
    }

    /** Returns the options as text, without the token. */
    @Override
    public String toString() {
        return "ConsoleOptions[address=" + address + ", port=" + port + ", hosts=" + hosts + ", token="
                + (token.isPresent() ? "set" : "none") + ", access=" + access + "]";
    }
}
