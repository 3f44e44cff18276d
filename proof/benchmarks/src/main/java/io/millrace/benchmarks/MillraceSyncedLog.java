package io.millrace.benchmarks;

import io.millrace.concurrent.OwnerCheck;
import io.millrace.journal.Appender;
import io.millrace.journal.Durability;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalOptions;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.concurrent.locks.ReentrantLock;

/** A journal with a single owner, whose threads append under a lock and wait for the device together. */
final class MillraceSyncedLog implements SyncedLog {
    private static final int SIZE_BYTES = 40;

    private final Journal journal;
    private final Appender appender;
    private final MemorySegment message = MemorySegment.ofArray(new byte[SIZE_BYTES]);
    private final ReentrantLock lock = new ReentrantLock();

    MillraceSyncedLog(Path directory) {
        JournalOptions synced = JournalOptions.defaults().withDurability(Durability.SYNCED);
        journal = Journal.open(directory, synced.withOwnerCheck(OwnerCheck.OFF)); // the lock orders the threads
        appender = journal.appender();
    }

    @Override
    public void append() {
        long index;
        lock.lock();
        try {
            index = appender.append(message, 0, SIZE_BYTES);
        } finally {
            lock.unlock();
        }
        appender.awaitSynced(index);
    }

    @Override
    public long messages() {
        return journal.messages();
    }

    @Override
    public void close() {
        appender.close();
        journal.close();
    }
}
