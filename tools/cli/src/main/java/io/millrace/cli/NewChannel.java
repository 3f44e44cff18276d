package io.millrace.cli;

import io.millrace.journal.Journal;
import io.millrace.journal.JournalException;
import io.millrace.journal.JournalOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The path of a new channel; it is restored if the channel that was created there received no message. */
final class NewChannel {
    private final Path directory;
    private final boolean isNew;

    /** The innermost directory that existed before. */
    private final Path kept;

    /** Checks the path, before a channel is created there. */
    NewChannel(Path directory) {
        this.directory = directory.toAbsolutePath().normalize();
        this.isNew = Channels.isEmpty(directory);
        Path there = this.directory;
        while (!Files.exists(there)) {
            there = there.getParent();
        }
        this.kept = there;
    }

    /** Removes the closed channel if this command created it, unless others have it open or have written to it. */
    void remove() {
        if (!isNew || !Files.isDirectory(directory) || (!Channels.isEmpty(directory) && isInUse())) {
            return;
        }
        try {
            for (Path file : files()) {
                Files.delete(file);
            }
            for (Path made = directory; !made.equals(kept); made = made.getParent()) {
                Files.delete(made);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove the empty channel path=" + directory, e);
        }
    }

    private boolean isInUse() {
        try (Journal journal = Journal.open(directory, JournalOptions.defaults())) { // for one owner alone
            return journal.messages() > 0;
        } catch (JournalException _) {
            return true; // it is open elsewhere, or what is in it cannot be seen
        }
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        }
    }
}
