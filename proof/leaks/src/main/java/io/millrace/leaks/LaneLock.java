package io.millrace.leaks;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * One test class's share of the machine, in all test processes of a build: many classes hold it shared, or one that
 * must be alone holds it exclusively. The operating system gives it back when a process is killed.
 *
 * <p>The file has two bytes. The second is the lock. The first is a gate in front of it, which each class passes on
 * its way: one that must be alone keeps the gate closed while it waits, so that later classes do not overtake it.
 *
 * <p>The lock is one of the whole process, and the system frees it as soon as the process closes the file once, however
 * often it is open: fcntl(2). A test that itself runs tests in its own process therefore must not open it again: the
 * process notes by a system property that it has the lock, and {@link #acquire} returns nothing to the inner ones.
 */
final class LaneLock implements AutoCloseable {

    private static final long GATE = 0;
    private static final long LANE = 1;

    /** The system property that this process has set while it has the lock. */
    private static final String HELD = "io.millrace.leaks.held";

    private final FileChannel channel;

    private LaneLock(FileChannel channel) {
        this.channel = channel;
    }

    /** Waits until the class may run; empty where the process holds the lock already. */
    static Optional<LaneLock> acquire(Path file, Use use) throws IOException {
        if (System.getProperty(HELD) != null) {
            return Optional.empty();
        }
        Files.createDirectories(file.toAbsolutePath().getParent());
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        boolean shared = use == Use.SHARED;
        try {
            try (FileLock _ = channel.lock(GATE, 1, shared)) {
                channel.lock(LANE, 1, shared);
            }
            System.setProperty(HELD, file.toString());
            return Optional.of(new LaneLock(channel));
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** Gives the lock back. */
    @Override
    public void close() throws IOException {
        System.clearProperty(HELD);
        channel.close();
    }

    /** How a class runs beside those of other test processes. */
    enum Use {
        /** Beside others. */
        SHARED,
        /** Alone. */
        ALONE
    }
}
