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
 * Keeps a directory to one owner; the system lets go of it when the process ends.
 *
 * <p>The system gives such a lock to a process, and takes it back when any channel on the file is closed. So what this
 * process has is remembered here, which is why there is something static that changes, and a file that is locked is
 * opened by nobody else in it.
 */
final class StoreLock implements AutoCloseable {

    /** The name of the locked file; what is in it says who has locked it. */
    static final String NAME = "owner.lock";

    /** Somebody who looks who has the lock has it for a moment, at most this many times so long. */
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
     * Takes the directory, which is made if it is not there.
     *
     * @throws StoreInUseException if somebody else has it; says who
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
        return new StoreInUseException("The directory of decisions is in use: directory=" + directory + " by=" + by);
    }

    /** Returns who has a directory, or nothing if nobody has. */
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
                boolean free = channel.tryLock(0, Long.MAX_VALUE, true) != null; // let go of with the channel
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
