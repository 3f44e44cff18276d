package io.millrace.journal;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The lock files that this process has open, and the one thread that touches them.
 *
 * <p>There must be one of these per process, since a second channel on a lock file would free the locks of the first
 * when it is closed: this is why {@link #PROCESS} is static although it changes. The thread exists while a lock file is
 * open.
 */
final class LockFiles {

    static final LockFiles PROCESS = new LockFiles();

    private final Map<Path, LockFile> open = new HashMap<>();
    private ExecutorService thread;

    private LockFiles() {}

    /** Opens, and creates where absent, the lock file of a directory; each call needs a {@link #close}. */
    synchronized LockFile open(Path directory) {
        Path file;
        try {
            file = directory.toRealPath().resolve(SegmentName.LOCK);
        } catch (IOException e) {
            throw new JournalException("cannot find journal directory directory=" + directory, e);
        }
        LockFile lockFile = open.get(file);
        if (lockFile == null) {
            lockFile = openFirst(file);
            open.put(file, lockFile);
        }
        lockFile.users++;
        return lockFile;
    }

    private LockFile openFirst(Path file) {
        try {
            boolean isNew = Files.notExists(file);
            FileChannel channel = FileChannel.open(
                    file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE);
            if (thread == null) {
                thread = Executors.newSingleThreadExecutor(Thread.ofPlatform()
                        .daemon()
                        .name("millrace-journal-locks")
                        .factory());
            }
            return new LockFile(file, channel, isNew, this);
        } catch (IOException e) {
            throw JournalFullException.orOther("cannot write journal directory file=" + file + " reason=" + e, e);
        }
    }

    synchronized void close(LockFile lockFile) {
        lockFile.users--;
        if (lockFile.users == 0) {
            open.remove(lockFile.file());
            lockFile.close();
        }
        if (open.isEmpty()) {
            thread.close();
            thread = null;
        }
    }

    <T> Future<T> submit(Callable<T> action) {
        return thread.submit(action);
    }
}
