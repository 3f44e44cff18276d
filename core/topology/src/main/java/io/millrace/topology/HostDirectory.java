package io.millrace.topology;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What the data directory of a host says of itself, in two files: {@code host} has the name of the machine, which is
 * that of a host of the topology, and {@code site} what it is for where the host has a spare. That file has lines of a
 * key and a value, and is replaced as a whole, durably.
 *
 * <p>A directory without {@code site} runs its host, or stands by and has nothing, if it is that of a spare.
 */
final class HostDirectory {

    private static final String OWNER = "host";
    private static final String SITE = "site";
    private static final String STATE = "state";
    private static final String SPARE = "spare";
    private static final String PROMOTED = "promotedMs";
    private static final String NOT_YET = "not-yet";

    private final Path directory;

    HostDirectory(Path directory) {
        this.directory = directory;
    }

    Path path() {
        return directory;
    }

    /** Returns the name of the machine; empty where the directory is new. */
    Optional<String> owner() {
        return read(OWNER).map(String::strip);
    }

    /** Gives the directory to a machine, or refuses if another one has it. */
    void own(String site) {
        if (owner().isEmpty()) {
            write(OWNER, site + "\n");
        }
        String owner = owner().orElseThrow();
        if (!owner.equals(site)) {
            throw new TopologyException("data directory is that of another host directory=" + directory + " host="
                    + site + " owner=" + owner + "; each host has a directory of its own");
        }
    }

    /** Returns what the directory is for; empty where nothing says so. */
    Optional<SiteState> state() {
        String state = values().get(STATE);
        try {
            return Optional.ofNullable(state).map(SiteState::valueOf);
        } catch (IllegalArgumentException e) {
            throw new TopologyException(
                    "unknown state of a data directory file=" + directory.resolve(SITE) + " state=" + state, e);
        }
    }

    /** Stores what the directory is for. */
    void setState(SiteState state) {
        Map<String, String> values = values();
        values.put(STATE, state.name());
        write(values);
    }

    /** Notes that the host runs here since a promotion, and does not wait for a spare. */
    void setPromoted(long ms) {
        Map<String, String> values = values();
        values.put(STATE, SiteState.RUNS.name());
        values.put(PROMOTED, Long.toString(ms));
        values.put(SPARE, NOT_YET);
        write(values);
    }

    /** Returns when the promotion was asked for, milliseconds since 1970; empty where there was none, or it is old. */
    OptionalLong promotedMs() {
        String ms = values().get(PROMOTED);
        return ms == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(ms));
    }

    /** Notes that the host has run since the promotion. */
    void forgetPromotionTime() {
        Map<String, String> values = values();
        if (values.remove(PROMOTED) != null) {
            write(values);
        }
    }

    /** Returns whether others wait for the spare: always, or after a promotion once there is one again. */
    boolean isSpareRequired() {
        return !NOT_YET.equals(values().get(SPARE));
    }

    /** Notes that others wait for the spare from now on. */
    void requireSpare() {
        Map<String, String> values = values();
        if (values.remove(SPARE) != null) {
            write(values);
        }
    }

    private Map<String, String> values() {
        Map<String, String> values = new LinkedHashMap<>();
        read(SITE)
                .ifPresent(text -> text.lines().forEach(line -> {
                    int space = line.indexOf(' ');
                    if (space > 0) {
                        values.put(
                                line.substring(0, space),
                                line.substring(space + 1).strip());
                    }
                }));
        return values;
    }

    private void write(Map<String, String> values) {
        StringBuilder text = new StringBuilder();
        values.forEach(
                (key, value) -> text.append(key).append(' ').append(value).append('\n'));
        write(SITE, text.toString());
    }

    private Optional<String> read(String name) {
        Path file = directory.resolve(name);
        try {
            return Optional.of(Files.readString(file));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read what a data directory is for file=" + file + ": " + e, e);
        }
    }

    private void write(String name, String text) {
        Path file = directory.resolve(name);
        Path next = directory.resolve(name + ".next");
        try {
            Files.createDirectories(directory);
            try (FileChannel channel = FileChannel.open(
                    next, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
                channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
                channel.force(true);
            }
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            try (FileChannel names = FileChannel.open(directory, StandardOpenOption.READ)) {
                names.force(true);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write what a data directory is for file=" + file + ": " + e, e);
        }
    }
}
