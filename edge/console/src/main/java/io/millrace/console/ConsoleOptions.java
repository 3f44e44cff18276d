package io.millrace.console;

import io.millrace.server.AccessTokens;
import io.millrace.server.ServerException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * How a console listens, and what its users may do.
 *
 * @param address the address or host name at which it listens
 * @param port the port, 0 for any that is free
 * @param hosts further host names in requests that it accepts, compared exactly
 * @param tokens what users must present, each with its owner; none where everyone on this machine may look
 * @param access what users may do
 * @param actors the owners of tokens that may change data where the access allows that; all where it is empty
 */
public record ConsoleOptions(
        String address, int port, List<String> hosts, AccessTokens tokens, ConsoleAccess access, List<String> actors) {

    /** Checks that an administrator has a token, and that those who may change data have one. */
    public ConsoleOptions {
        Objects.requireNonNull(address, "address");
        Objects.requireNonNull(tokens, "tokens");
        Objects.requireNonNull(access, "access");
        hosts = List.copyOf(hosts);
        actors = List.copyOf(actors);
        if (access == ConsoleAccess.ADMIN && tokens.isEmpty()) {
            throw new ConsoleException("a console that changes data needs a token; name its file");
        }
        if (!actors.isEmpty() && access != ConsoleAccess.ADMIN) {
            throw new ConsoleException(
                    "a console without admin changes nothing, and names users that may actors=" + actors);
        }
        for (String actor : actors) {
            if (!tokens.names().contains(actor)) {
                throw new ConsoleException(
                        "a user that may change data has no token user=" + actor + " names=" + tokens.names());
            }
        }
    }

    /** Returns whether the owner of a token may change data; an empty name for the only token without one. */
    boolean mayAct(String principal) {
        return access == ConsoleAccess.ADMIN && (actors.isEmpty() || actors.contains(principal));
    }

    /** Returns options for loopback, for looking only, without a token. */
    public static ConsoleOptions loopback(int port) {
        return at("127.0.0.1", port, List.of());
    }

    /**
     * Returns options for looking only, without a token.
     *
     * @param address the address or host name at which it listens
     * @param port the port, 0 for any that is free
     * @param hosts further host names in requests that it accepts
     */
    public static ConsoleOptions at(String address, int port, List<String> hosts) {
        return new ConsoleOptions(address, port, hosts, AccessTokens.none(), ConsoleAccess.READ, List.of());
    }

    /**
     * Returns these options with the tokens in a file: one in its first line, or a line {@code NAME TOKEN} for each
     * owner.
     *
     * @throws ConsoleException where the file cannot be read or others than its owner may read it
     */
    public ConsoleOptions withTokenFile(Path file) {
        return new ConsoleOptions(address, port, hosts, tokens(file), access, actors);
    }

    /** Returns these options with another access. */
    public ConsoleOptions withAccess(ConsoleAccess value) {
        return new ConsoleOptions(address, port, hosts, tokens, value, actors);
    }

    /** Returns these options with one token, whose owner has no name. */
    public ConsoleOptions withToken(String token) {
        return new ConsoleOptions(address, port, hosts, AccessTokens.of(token), access, actors);
    }

    /** Returns these options, by which these owners of tokens alone may change data. */
    public ConsoleOptions withActors(List<String> names) {
        return new ConsoleOptions(address, port, hosts, tokens, access, names);
    }

    static AccessTokens tokens(Path file) {
        try {
            return AccessTokens.ofFile(file);
        } catch (ServerException e) {
            throw new ConsoleException(e.getMessage(), e);
        }
    }

    /** Returns the options as text, without the tokens. */
    @Override
    public String toString() {
        return "ConsoleOptions[address=" + address + ", port=" + port + ", hosts=" + hosts + ", tokens=" + tokens
                + ", access=" + access + ", actors=" + actors + "]";
    }
}
