package io.millrace.journal;

import io.millrace.concurrent.BackoffIdleStrategy;
import io.millrace.concurrent.IdleStrategy;
import java.nio.file.Path;

/**
 * Shows the processes that append that a process replicates their journal: it ends with that process, however that
 * ends. Those who look hold the byte for a moment.
 */
final class ReplicationLock implements AutoCloseable {

    static final long BYTE = 4;

    private static final long WAIT_NS = 10_000_000_000L;

    private final LockFile file;

    private ReplicationLock(LockFile file) {
        this.file = file;
    }

    /**
     * Takes the lock.
     *
     * @throws JournalLockedException if another process replicates the journal
     */
    static ReplicationLock acquire(Path directory) {
        LockFile file = LockFiles.PROCESS.open(directory);
        long startNs = System.nanoTime();
        IdleStrategy idle = new BackoffIdleStrategy();
        while (!file.tryExclusive(BYTE)) {
            if (System.nanoTime() - startNs > WAIT_NS) {
                LockFiles.PROCESS.close(file);
                throw new JournalLockedException("journal is replicated by another process "
                        + LockHolder.of(file.file(), BYTE) + " file=" + file.file());
            }
            idle.idle();
        }
        return new ReplicationLock(file);
    }

    @Override
    public void close() {
        file.release(BYTE);
        LockFiles.PROCESS.close(file);
    }
}
