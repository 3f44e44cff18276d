package io.millrace.journal;

import io.millrace.memory.MemoryLimit;
import io.millrace.memory.PageCache;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Keeps the pages of a journal that is larger than the memory from filling it: what lies further behind the writer than
 * a part of the memory is written back early, and let go of when it lies twice as far behind. Pages that a reader in
 * any process has mapped stay.
 *
 * <p>Left alone, the system does the same, but late and all at once: the writer then waits for the device while the
 * system looks for memory. Where a journal is small beside the memory, nothing is done. Belongs to one background
 * thread.
 */
final class PageCacheEvictor {

    /** The memory is this many times what may lie behind the writer before it is written back. */
    private static final long PARTS = 8;

    private final SegmentStore store;
    private final LongSupplier memoryBytes;
    private final Consumer<Path> writeBack;
    private final Consumer<Path> release;
    private long keptBytes = -1;

    private long writtenBack = -1;
    private long released = -1;

    PageCacheEvictor(SegmentStore store) {
        this(store, MemoryLimit::bytes, PageCache::startWriteBack, PageCache::release);
    }

    PageCacheEvictor(SegmentStore store, LongSupplier memoryBytes, Consumer<Path> writeBack, Consumer<Path> release) {
        this.store = store;
        this.memoryBytes = memoryBytes;
        this.writeBack = writeBack;
        this.release = release;
    }

    /**
     * Does what has become due since the last step. Where the frames end is not looked for: it is known to the segment
     * from what was opened, and a walk over frames that were just written takes them from the writer's cache.
     */
    void step() {
        long tail = Math.max(0, store.highestOpened() - 1); // the highest may only be ready
        if (writtenBack < 0) {
            writtenBack = tail; // what was written before this opening is none of its business
            released = tail;
        }
        if (tail - released <= 2) {
            return; // nothing can be due, whatever the memory
        }
        SegmentFile last = store.acquireIfPresent(tail);
        if (last == null) {
            return;
        }
        long keptSegments = Math.max(1, keptBytes() / last.sizeBytes());
        store.release(last);
        for (; writtenBack < tail - keptSegments; writtenBack++) {
            Path file = SegmentName.file(store.directory(), writtenBack);
            if (Files.exists(file)) {
                writeBack.accept(file);
            }
        }
        for (; released < tail - 2 * keptSegments; released++) {
            Path file = SegmentName.file(store.directory(), released);
            if (Files.exists(file)) {
                release.accept(file);
            }
        }
    }

    /** Returns how much may lie behind the writer before it is written back. */
    long keptBytes() {
        if (keptBytes < 0) {
            keptBytes = memoryBytes.getAsLong() / PARTS;
        }
        return keptBytes;
    }
}
