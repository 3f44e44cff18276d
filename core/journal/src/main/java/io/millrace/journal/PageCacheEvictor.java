package io.millrace.journal;

import io.millrace.memory.MemoryLimit;
import io.millrace.memory.PageCache;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Keeps the pages of a journal that is larger than the memory from filling it: pages that lag the writer by more than a
 * part of the memory are written back early, and evicted at twice that distance. Pages that a reader in any process has
 * mapped stay.
 *
 * <p>Without this, the system does the same, but late and all at once: the writer then waits for the device while the
 * system looks for memory. If a journal is small compared to the memory, nothing is done. Belongs to one background
 * thread.
 */
final class PageCacheEvictor {

    /** The memory divided by this is the distance from the writer at which pages are written back. */
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
     * Handles the work that is due since the last step. It does not search for the end of the frames: the opened
     * segments tell it, and a walk over frames that were just written would take them from the writer's cache.
     */
    void step() {
        long tail = Math.max(0, store.highestOpened() - 1); // the highest may only be ready
        if (writtenBack < 0) {
            writtenBack = tail; // pages from before this opening are left alone
            released = tail;
        }
        if (tail - released <= 2) {
            return; // nothing can be due, whatever the size of the memory
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

    /** Returns the distance from the writer, in bytes, at which pages are written back. */
    long keptBytes() {
        if (keptBytes < 0) {
            keptBytes = memoryBytes.getAsLong() / PARTS;
        }
        return keptBytes;
    }
}
