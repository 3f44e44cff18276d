package io.millrace.console;

import java.io.IOException;
import java.nio.file.Files;
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

    private static final int MAX_TOKEN_FILE = 4096;

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
            if (Files.size(file) > MAX_TOKEN_FILE) {
                throw new ConsoleException(
                        "file of the token is too long file=" + file + " maxBytes=" + MAX_TOKEN_FILE);
            }
            if (Files.getFileStore(file).supportsFileAttributeView("posix")) {
                boolean isOpen = Files.getPosixFilePermissions(file).stream()
                        .anyMatch(permission -> !permission.name().startsWith("OWNER"));
                if (isOpen) {
                    throw new ConsoleException("file of the token can be read by others than its owner; change its"
                            + " permissions to 600 file=" + file);
                }
            }
            String token = Files.readString(file).lines().findFirst().orElse("").strip();
            if (token.isEmpty()) {
                throw new ConsoleException("file of the token has no token in its first line file=" + file);
            }
            return token;
        } catch (IOException e) {
            throw new ConsoleException("cannot read the file of the token file=" + file + " reason=" + e, e);
        }
    }

    /** Returns the options as text, without the token. */
    @Override
    public String toString() {
        return "ConsoleOptions[address=" + address + ", port=" + port + ", hosts=" + hosts + ", token="
                + (token.isPresent() ? "set" : "none") + ", access=" + access + "]";
    }
}
