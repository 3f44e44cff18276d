package io.millrace.transactions;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Gives a directory to one owner; the operating system releases it when the process ends.
 *
 * <p>The operating system gives such a lock to a process, and releases it when any channel on the file is closed. So
 * this class keeps the locks of this process in static state, and a locked file is not opened again in the process.
 */
final class StoreLock implements AutoCloseable {

    /** The name of the locked file; its content names the owner. */
    static final String NAME = "owner.lock";

    /** A process that reads the owner holds the lock for a moment; how often the lock is tried again. */
    private static final int TRIES = 20;

    private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(20);

    private static final Set<Path> HELD = new HashSet<>();
    private static final ReentrantLock GUARD = new ReentrantLock();

    private final Path file;
    private final FileChannel channel;

    private StoreLock(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /**
     * Locks the directory, which is created if it is missing.
     *
     * @throws StoreInUseException if it has another owner, which the message names
     */
    static StoreLock take(Path directory) throws IOException {
        Files.createDirectories(directory);
        Path file = directory.toRealPath().resolve(NAME);
        GUARD.lock();
        try {
            if (HELD.contains(file)) {
                throw inUse(directory, "this process");
            }
            StoreLock lock = new StoreLock(
                    file,
                    FileChannel.open(
                            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE));
            try {
                lock.enter(directory);
                HELD.add(file);
                return lock;
            } catch (IOException | RuntimeException e) {
                lock.channel.close();
                throw e;
            }
        } finally {
            GUARD.unlock();
        }
    }

    private void enter(Path directory) throws IOException {
        for (int tries = 1; channel.tryLock() == null; tries++) {
            if (tries == TRIES) {
                throw inUse(directory, Files.readString(file).strip());
            }
            LockSupport.parkNanos(PAUSE_NS);
        }
        String owner = "process " + ProcessHandle.current().pid() + " since " + Instant.now() + "\n";
        channel.truncate(0);
        channel.write(ByteBuffer.wrap(owner.getBytes(StandardCharsets.UTF_8)), 0);
    }

    private static StoreInUseException inUse(Path directory, String by) {
        return new StoreInUseException("decision store is in use directory=" + directory + " by=" + by);
    }

    /** Returns the owner of a directory, or empty if there is none. */
    static Optional<String> holder(Path directory) throws IOException {
        Path file = directory.toRealPath().resolve(NAME);
        GUARD.lock();
        try {
            if (HELD.contains(file)) {
                return Optional.of("this process");
            }
            if (!Files.exists(file)) {
                return Optional.empty();
            }
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
                boolean free = channel.tryLock(0, Long.MAX_VALUE, true) != null; // released with the channel
                return free
                        ? Optional.empty()
                        : Optional.of(Files.readString(file).strip());
            }
        } finally {
            GUARD.unlock();
        }
    }

    @Override
    public void close() {
        GUARD.lock();
        try {
            channel.close();
            HELD.remove(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            GUARD.unlock();
        }
    }
}
