package io.millrace.journal;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/**
 * The locks that one process holds on the bytes of one lock file, for all its journal objects on that directory.
 *
 * <p>The operating system grants such locks to a process, releases them at its end, however it ends, and releases all
 * of them when any channel on the file is closed or a thread is interrupted in the channel. So the file is opened once
 * per process, by {@link LockFiles}, and every call that touches it runs in one private thread that no other code can
 * interrupt. The file itself stays empty. All methods may be called by any thread and are never cut short by an
 * interrupt.
 */
final class LockFile {

    private static final boolean SHARED = true;
    private static final boolean EXCLUSIVE = false;

    private final Path file;
    private final FileChannel channel;
    private final boolean isNew;
    private final LockFiles owner;
    private final FileKey key;

    private final Map<Long, Held> held = new HashMap<>();

    /** Counted by {@link LockFiles}. */
    int users;

    private static final class Held {
        final FileLock lock;
        int holders = 1;

        Held(FileLock lock) {
            this.lock = lock;
        }
    }

    /** The holder of a byte. */
    enum Holder {
        NOBODY,
        THIS_PROCESS,
        ANOTHER_PROCESS
    }

    LockFile(Path file, FileChannel channel, boolean isNew, LockFiles owner) throws IOException {
        this.file = file;
        this.channel = channel;
        this.isNew = isNew;
        this.owner = owner;
        this.key = FileKey.of(file);
    }

    /** Returns whether a path refers to this file, as far as the file system can tell. */
    boolean isAt(Path path) {
        return key.isAt(path);
    }

    /** Returns whether opening has created the file. */
    boolean isNew() {
        return isNew;
    }

    Path file() {
        return file;
    }

    /** Locks a byte for the caller alone, if no process holds it. */
    boolean tryExclusive(long offset) {
        return call(() -> {
            if (held.containsKey(offset)) {
                return false;
            }
            FileLock lock = tryLock(offset, EXCLUSIVE);
            if (lock != null) {
                held.put(offset, new Held(lock));
            }
            return lock != null;
        });
    }

    /** Locks a byte together with other shared holders, if no process holds it exclusively. */
    boolean tryShared(long offset) {
        return call(() -> {
            Held present = held.get(offset);
            if (present != null) {
                if (present.lock.isShared()) {
                    present.holders++;
                }
                return present.lock.isShared();
            }
            FileLock lock = tryLock(offset, SHARED);
            if (lock != null) {
                held.put(offset, new Held(lock));
            }
            return lock != null;
        });
    }

    /** Releases a byte; the last of its shared holders frees it. */
    void release(long offset) {
        call(() -> {
            Held present = held.get(offset);
            if (present != null && --present.holders == 0) {
                held.remove(offset);
                present.lock.release();
            }
            return null;
        });
    }

    /** Returns the present holder of a byte. Processes that ask at the same time may see each other as the holder. */
    Holder holder(long offset) {
        return holder(offset, EXCLUSIVE);
    }

    /** Returns the present holder of a byte that is only held exclusively; those that ask do not see each other. */
    Holder exclusiveHolder(long offset) {
        return holder(offset, SHARED);
    }

    private Holder holder(long offset, boolean shared) {
        return call(() -> {
            if (held.containsKey(offset)) {
                return Holder.THIS_PROCESS;
            }
            FileLock lock = tryLock(offset, shared);
            if (lock == null) {
                return Holder.ANOTHER_PROCESS;
            }
            lock.release();
            return Holder.NOBODY;
        });
    }

    /** Closes the channel; called by {@link LockFiles} for the last user. */
    void close() {
        call(() -> {
            channel.close();
            return null;
        });
    }

    private FileLock tryLock(long offset, boolean shared) throws IOException {
        try {
            return channel.tryLock(offset, 1, shared);
        } catch (OverlappingFileLockException e) {
            // Another copy of these classes in this JVM holds it, which is like another process.
            return null;
        }
    }

    private <T> T call(Callable<T> action) {
        Future<T> result = owner.submit(action);
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return result.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (ExecutionException e) {
                    throw new JournalException("cannot use lock file=" + file, e.getCause());
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
