package io.millrace.journal;

import io.millrace.concurrent.BackoffIdleStrategy;
import io.millrace.concurrent.IdleStrategy;
import io.millrace.memory.Access;
import io.millrace.memory.MemoryException;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/**
 * The right of one journal object to append, held as locks on bytes of the lock file.
 *
 * <pre>
 *   byte 0         exclusive: a single owner, or a shared owner that recovers; shared: the shared owners
 *   byte 1         exclusive: a single owner
 *   byte 2         exclusive: the shared owner that writes the sparse index
 *   byte 3         exclusive: the owner that removes segments at this moment
 *   byte 4         exclusive: the replication without which the source appends nothing; see {@link ReplicationLock}
 *   byte 64 + n    exclusive: the writer with slot n of the table is alive
 * </pre>
 *
 * <p>Recovery runs only while byte 0 is held exclusively, so never while a writer lives. A shared owner takes its slot
 * when it has recovered the journal, or sees the slot of another owner: that the byte can be shared does not mean that
 * the journal was recovered.
 *
 * <p>A lock is on a file, and not on its name: if the directory is removed or moved while the journal is open,
 * another process may create a journal under its name and own that. So before files are accessed by name, and
 * about once a second, {@link #recheck} checks that the name still leads to the locked file. Once it does not, the
 * right to append is lost for good.
 */
final class OwnershipLock implements AutoCloseable {

    static final int WRITERS = 64;

    private static final long MODE_BYTE = 0;
    private static final long SINGLE_BYTE = 1;
    private static final long INDEXER_BYTE = 2;
    private static final long RETENTION_BYTE = 3;
    private static final long WRITER_BYTE = 64;
    private static final long WAIT_FOR_RECOVERY_NS = 30_000_000_000L;

    /** Three times the longest time in which a writer sees that its lock file is gone. */
    private static final long WAIT_FOR_RECHECK_NS = 3_000_000_000L;

    private final LockFile file;
    private final Path directory;
    private final Ownership ownership;
    private volatile boolean isLost;
    private volatile Runnable onLost = () -> {};
    private volatile Runnable reasonOfLoss = () -> {};
    private boolean exclusive;
    private int slot = -1;
    private boolean indexer;

    private OwnershipLock(LockFile file, Path directory, Ownership ownership) {
        this.file = file;
        this.directory = directory;
        this.ownership = ownership;
    }

    /**
     * Acquires the right to append.
     *
     * @throws JournalLockedException if another owner excludes it
     */
    static OwnershipLock acquire(Path directory, Ownership ownership) {
        OwnershipLock lock = new OwnershipLock(LockFiles.PROCESS.open(directory), directory, ownership);
        try {
            if (ownership == Ownership.SINGLE) {
                lock.acquireSingle();
            } else {
                lock.acquireShared();
            }
            return lock;
        } catch (RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    private void acquireSingle() {
        if (!file.tryExclusive(MODE_BYTE)) {
            throw locked();
        }
        exclusive = true;
        IdleStrategy idle = new BackoffIdleStrategy();
        while (!file.tryExclusive(SINGLE_BYTE)) { // a waiter for the mode byte tests this byte for a moment
            idle.idle();
        }
    }

    private void acquireShared() {
        long start = System.nanoTime();
        IdleStrategy idle = new BackoffIdleStrategy();
        while (true) {
            if (file.tryExclusive(MODE_BYTE)) {
                exclusive = true;
                return;
            }
            if (file.tryShared(MODE_BYTE)) {
                if (isAnyWriterAlive()) {
                    takeSlot();
                    return;
                }
                file.release(MODE_BYTE); // the process that recovered the journal may have died during it
            }
            waitForRecovery(start, idle);
        }
    }

    private boolean isAnyWriterAlive() {
        for (int writer = 0; writer < WRITERS; writer++) {
            if (isAlive(writer)) {
                return true;
            }
        }
        return false;
    }

    private JournalLockedException locked() {
        boolean here = file.holder(MODE_BYTE) == LockFile.Holder.THIS_PROCESS;
        String advice = isCopy()
                ? "journal is a copy, which only replication writes; append to its source, or promote it: it is"
                : "several writers have to open it SHARED, all of them: journal is";
        return new JournalLockedException(advice + " owned by another "
                + (here ? "object of this process " : "process ") + LockHolder.of(file.file(), MODE_BYTE)
                + " requested=" + ownership + " file=" + file.file());
    }

    private boolean isCopy() {
        try (JournalTable table = JournalTable.open(directory, Access.READ_ONLY)) {
            return table.role() == JournalRole.COPY;
        } catch (JournalException | MemoryException e) {
            return false; // the other one is creating it, or it is damaged, which the other one reports
        }
    }

    /** Returns whether no other process has the journal open for writing, so that it may be recovered. */
    boolean isExclusive() {
        return exclusive;
    }

    /** Admits other shared owners, after recovery; does nothing for a single owner. */
    void share() {
        if (ownership == Ownership.SINGLE || !exclusive) {
            return;
        }
        exclusive = false;
        file.release(MODE_BYTE);
        long start = System.nanoTime();
        IdleStrategy idle = new BackoffIdleStrategy();
        while (!file.tryShared(MODE_BYTE)) { // another owner recovers needlessly, or a single owner arrived
            waitForRecovery(start, idle);
        }
        takeSlot();
    }

    private void waitForRecovery(long startNs, IdleStrategy idle) {
        boolean single = file.exclusiveHolder(SINGLE_BYTE) != LockFile.Holder.NOBODY;
        if (single || System.nanoTime() - startNs > WAIT_FOR_RECOVERY_NS) {
            throw locked();
        }
        idle.idle();
    }

    private void takeSlot() {
        for (int candidate = 0; candidate < WRITERS; candidate++) {
            if (file.tryExclusive(WRITER_BYTE + candidate)) {
                slot = candidate;
                return;
            }
        }
        file.release(MODE_BYTE);
        throw new JournalLockedException(
                "too many writers writers=" + WRITERS + " limit=" + WRITERS + " file=" + file.file());
    }

    /**
     * Checks that the lock file is still in the directory. Any thread may call it.
     *
     * @throws JournalException if it is not, now or at an earlier check
     */
    void recheck() {
        if (!isLost && !file.isAt(directory.resolve(SegmentName.LOCK))) {
            isLost = true;
            onLost.run();
        }
        check();
    }

    /** Sets the action that is run, in the checking thread, once the right is lost. */
    void onLost(Runnable action) {
        onLost = action;
    }

    boolean isLost() {
        return isLost;
    }

    /** Sets an action that throws if it knows why the right was lost. */
    void setReasonOfLoss(Runnable reason) {
        reasonOfLoss = reason;
    }

    /** Returns whether a process replicates the journal that holds a {@link ReplicationLock}. */
    boolean isReplicated() {
        return file.exclusiveHolder(ReplicationLock.BYTE) != LockFile.Holder.NOBODY;
    }

    /**
     * Waits as {@link #awaitRecheckOfOthers()}, without a warning: the lock file was deleted on purpose, to take the
     * right to append from its holder.
     */
    void awaitHolderThatWasFenced() {
        if (file.isNew()) {
            awaitRecheck();
        }
    }

    /**
     * Waits if the lock file was missing, and so did not exclude a writer that may have a deleted lock file open: such
     * a writer rechecks about once a second, and stops.
     */
    void awaitRecheckOfOthers() {
        if (!file.isNew()) {
            return;
        }
        System.getLogger(OwnershipLock.class.getPackageName())
                .log(
                        System.Logger.Level.WARNING,
                        "lock file of the journal is missing; waiting for a writer that may still have it open file="
                                + file.file() + " waitNs=" + WAIT_FOR_RECHECK_NS);
        awaitRecheck();
    }

    private void awaitRecheck() {
        long start = System.nanoTime();
        boolean interrupted = false;
        for (long left = WAIT_FOR_RECHECK_NS; left > 0; left = WAIT_FOR_RECHECK_NS - (System.nanoTime() - start)) {
            LockSupport.parkNanos(this, left);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Throws if an earlier {@link #recheck} has found the lock file gone.
     *
     * @throws JournalFencedException if another member appends now
     * @throws JournalException for any other cause
     */
    void check() {
        if (isLost) {
            reasonOfLoss.run();
            throw FileKey.lost(directory, SegmentName.LOCK);
        }
    }

    /** Returns the slot of this writer in the table; zero for a single owner. */
    int slot() {
        return Math.max(slot, 0);
    }

    /** Returns whether the writer that has a slot is alive, as far as the operating system knows. */
    boolean isAlive(int writer) {
        return file.exclusiveHolder(WRITER_BYTE + writer) != LockFile.Holder.NOBODY;
    }

    /** Returns whether this owner may write the sparse index: always if single, else if no other owner does. */
    boolean tryIndexer() {
        indexer = indexer || ownership == Ownership.SINGLE || file.tryExclusive(INDEXER_BYTE);
        return indexer;
    }

    /** Returns whether this owner may remove segments now, until {@link #releaseRetention}. */
    boolean tryRetention() {
        return file.tryExclusive(RETENTION_BYTE);
    }

    void releaseRetention() {
        file.release(RETENTION_BYTE);
    }

    @Override
    public void close() {
        if (ownership == Ownership.SHARED) {
            if (indexer) {
                file.release(INDEXER_BYTE);
            }
            if (slot >= 0) {
                file.release(WRITER_BYTE + slot);
                file.release(MODE_BYTE);
            } else if (exclusive) {
                file.release(MODE_BYTE);
            }
        } else if (exclusive) {
            file.release(SINGLE_BYTE);
            file.release(MODE_BYTE);
        }
        LockFiles.PROCESS.close(file);
    }
}
