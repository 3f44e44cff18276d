package io.millrace.cli;

import io.millrace.channel.Channel;
import io.millrace.channel.ImportTarget;
import io.millrace.journal.JournalDamagedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Opens channels by their directories. */
final class Channels {
    private Channels() {}

    /** Opens a channel for reading with its keys, or reports what the path is instead. */
    static Channel readOnly(Path directory, KeyOptions keys) {
        check(directory);
        return keys.provider()
                .map(provider -> Channel.readOnly(directory, provider))
                .orElseGet(() -> Channel.readOnly(directory));
    }

    /** Opens a channel for reading, or reports what the path is instead. */
    static Channel readOnly(Path directory) {
        check(directory);
        return Channel.readOnly(directory);
    }

    /** Throws an error that describes a path that is not a channel. */
    static void check(Path directory) {
        checkFiles(directory);
        if (!isChannel(directory)) {
            throw new JournalDamagedException("the channel has lost its file journal.table path=" + directory);
        }
    }

    /** Throws an error if a path has no trace of a channel, not even of one that has lost its table. */
    static void checkFiles(Path directory) {
        if (!Files.exists(directory)) {
            Path part = ImportTarget.making(directory);
            String hint = isChannel(part) ? "; an import to it has not ended part=" + part : "";
            throw new InputException("no such channel path=" + directory + hint);
        }
        if (!Files.isDirectory(directory)) {
            throw new InputException("a channel is a directory, not a file path=" + directory);
        }
        if (!isChannel(directory) && files(directory).noneMatch(Channels::isPart)) {
            List<String> inside = below(directory);
            String hint = inside.isEmpty() ? "" : "; it holds the channels " + String.join(", ", inside);
            throw new InputException("not a channel path=" + directory + hint);
        }
    }

    private static boolean isPart(Path file) {
        String name = file.getFileName().toString();
        return name.equals("journal.lock") || name.endsWith(".segment");
    }

    static boolean isChannel(Path directory) {
        return Files.isRegularFile(directory.resolve("journal.table"));
    }

    /** Returns whether a path for a new channel is free. */
    static boolean isEmpty(Path directory) {
        return Files.isDirectory(directory) ? files(directory).findAny().isEmpty() : !Files.exists(directory);
    }

    /** Returns the channels in a directory, such as the data directory of a run. */
    static List<String> below(Path directory) {
        return files(directory)
                .filter(Channels::isChannel)
                .map(Path::toString)
                .sorted()
                .toList();
    }

    private static Stream<Path> files(Path directory) {
        try (Stream<Path> paths = Files.list(directory)) {
            return paths.toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read directory path=" + directory + " reason=" + e, e);
        }
    }
}
