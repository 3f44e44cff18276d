package io.millrace.transactions;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;

/** Keeps a directory to one owner; the system lets go of it when the process ends. */
final class StoreLock implements AutoCloseable {

    private static final String NAME = "owner.lock";

    private final FileChannel channel;

    private StoreLock(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Takes the directory, which is made if it is not there.
     *
     * @throws TransactionLogException if somebody else has it; says who
     */
    static StoreLock take(Path directory) throws IOException {
        Files.createDirectories(directory);
        Path file = directory.resolve(NAME);
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            if (!isTaken(channel)) {
                throw new TransactionLogException("The directory of decisions is in use: directory=" + directory
                        + " by=" + Files.readString(file).strip());
            }
            String owner = "process " + ProcessHandle.current().pid() + " since " + Instant.now() + "\n";
            channel.truncate(0);
            channel.write(ByteBuffer.wrap(owner.getBytes(StandardCharsets.UTF_8)), 0);
            return new StoreLock(channel);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static boolean isTaken(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException e) {
            return false; // another store of this process has it
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
