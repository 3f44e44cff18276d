package io.millrace.topology;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * The file in the data directory of a spare by which a command tells the process that stands by to release the
 * journals, for as long as the command holds its lock.
 */
final class PromotionRequest implements AutoCloseable {

    private static final String NAME = "promote.lock";

    private final FileChannel channel;

    private PromotionRequest(FileChannel channel) {
        this.channel = channel;
    }

    /** Takes the lock; empty where another command has it. */
    static Optional<PromotionRequest> take(Path directory) {
        Path file = directory.resolve(NAME);
        try {
            FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (tryLock(channel)) {
                return Optional.of(new PromotionRequest(channel));
            }
            channel.close();
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot lock a data directory file=" + file + ": " + e, e);
        }
    }

    /** Returns whether a command holds the lock. */
    static boolean isTaken(Path directory) {
        Path file = directory.resolve(NAME);
        if (!Files.exists(file)) {
            return false;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            return !tryLock(channel);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot look at the lock of a data directory file=" + file + ": " + e, e);
        }
    }

    /** Locks the file until the channel is closed, unless another one has the lock. */
    private static boolean tryLock(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException e) { // in this process
            return false;
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot release a data directory: " + e, e);
        }
    }
}
