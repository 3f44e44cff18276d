package io.millrace.net.cli;

import io.millrace.replication.ErrorReason;
import io.millrace.replication.ReplicationException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * The files by which commands talk to the process that replicates a journal, in the directory of the journal: a lock
 * that it holds, its state in words, an order for it, and its answer. Each is replaced as a whole. Every user who may
 * write the directory may give orders.
 *
 * <p>A command holds a lock as long as it waits for the answer to its order. So commands give orders one after the
 * other, and an order whose command has ended, in whatever way, is void.
 */
final class ControlFiles {

    static final String STATUS = "replication.status";
    private static final String ORDER = "replication.order";
    private static final String ANSWER = "replication.answer";
    private static final String LOCK = "replication.lock";
    private static final String CALLER = "replication.caller";
    private static final long MS_NS = 1_000_000;
    private static final long MOST_BYTES = 1 << 20;

    private final Path directory;

    /** An answer to an order. */
    record Answer(int code, String text) {}

    ControlFiles(Path directory) {
        this.directory = directory;
    }

    /** Returns the lock of the one process that replicates the journal, or null if there is another one. */
    FileChannel tryLock() {
        return tryLock(LOCK);
    }

    private FileChannel tryLock(String name) {
        try {
            Files.createDirectories(directory);
            FileChannel channel =
                    FileChannel.open(directory.resolve(name), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (!isLocked(channel)) {
                channel.close();
                return null;
            }
            return channel;
        } catch (IOException e) {
            throw failed(name, e);
        }
    }

    private static boolean isLocked(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException e) { // in this process
            return false;
        }
    }

    /** Returns whether the command that has given an order still waits for the answer. */
    private boolean hasCaller() {
        try (FileChannel caller = tryLock(CALLER)) {
            return caller == null;
        } catch (IOException e) {
            throw failed(CALLER, e);
        }
    }

    /** Returns whether a process replicates the journal. */
    boolean isServed() {
        if (!Files.exists(directory.resolve(LOCK))) {
            return false;
        }
        try (FileChannel lock = tryLock()) {
            return lock == null;
        } catch (IOException e) {
            throw failed(LOCK, e);
        }
    }

    void write(String name, String text) {
        Path preparing = directory.resolve(name + ".preparing");
        try {
            Files.writeString(preparing, text);
            Files.move(preparing, directory.resolve(name), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw failed(name, e);
        }
    }

    /** Returns the content of a file, or null if there is none. */
    String read(String name) {
        Path file = directory.resolve(name);
        try {
            if (Files.size(file) > MOST_BYTES) {
                throw new ReplicationException(
                        "file is too large file=" + file + " bytes=" + Files.size(file) + " limit=" + MOST_BYTES);
            }
            return Files.readString(file);
        } catch (NoSuchFileException e) {
            return null;
        } catch (IOException e) {
            throw failed(name, e);
        }
    }

    private ReplicationException failed(String name, IOException cause) {
        return new ReplicationException(
                "cannot use a file of the replication file=" + directory.resolve(name) + " reason="
                        + ErrorReason.of(cause),
                cause);
    }

    /** Makes an order void that was given before this process has begun: its command did not wait for this one. */
    void dropOrder() {
        delete(ORDER);
    }

    /**
     * Takes the order that waits, if there is one: its number, a space, and what to do.
     *
     * @param isVoid gets an order whose command has ended, which is void
     */
    String takeOrder(Consumer<String> isVoid) {
        String order = read(ORDER);
        if (order == null) {
            return null;
        }
        delete(ORDER);
        if (!hasCaller()) {
            isVoid.accept(order.strip());
            return null;
        }
        return order;
    }

    private void delete(String name) {
        try {
            Files.deleteIfExists(directory.resolve(name));
        } catch (IOException e) {
            throw failed(name, e);
        }
    }

    void answer(String number, int code, String text) {
        write(ANSWER, number + " " + code + " " + text);
    }

    /** Gives an order to the process that replicates the journal, and waits for its answer. */
    Answer order(String what, long atMostMs) {
        if (!isServed()) {
            return new Answer(
                    1,
                    "no process replicates this journal; start 'millrace replicate' for it first directory="
                            + directory);
        }
        try (FileChannel caller = tryLock(CALLER)) {
            if (caller == null) {
                return new Answer(
                        1, "another command gives an order to this process; try again later directory=" + directory);
            }
            return orderAlone(what, atMostMs);
        } catch (IOException e) {
            throw failed(CALLER, e);
        }
    }

    private Answer orderAlone(String what, long atMostMs) {
        String number = ProcessHandle.current().pid() + "-" + System.nanoTime();
        write(ORDER, number + " " + what);
        long startNs = System.nanoTime();
        while (System.nanoTime() - startNs < atMostMs * MS_NS && isServed()) {
            String answer = read(ANSWER);
            if (answer != null && answer.startsWith(number + " ")) {
                String[] parts = answer.split(" ", 3);
                return new Answer(Integer.parseInt(parts[1]), parts[2]);
            }
            LockSupport.parkNanos(this, 20 * MS_NS);
        }
        delete(ORDER);
        return new Answer(
                1,
                "the process that replicates this journal has not answered directory=" + directory + " order=" + what);
    }
}
