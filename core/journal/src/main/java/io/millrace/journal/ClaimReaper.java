package io.millrace.journal;

import io.millrace.memory.Memory;

/**
 * Fences claims that were never published, because readers wait at a claim. The first claim after the published frames
 * is turned into padding at once if its writer is dead, which its lock byte shows, and after a timeout if the writer is
 * alive but silent. A claim states its length, so this is one compare-and-set; a writer that wakes up later finds that
 * its own compare-and-set fails, and writes its frame elsewhere. Belongs to one background thread.
 */
final class ClaimReaper {

    private final JournalEnd end;
    private final SegmentStore store;
    private final JournalTable table;
    private final OwnershipLock lock;
    private final long fenceAfterNs;

    private long watchedIndex = Index.NONE;
    private long watchedClaim;
    private long sinceNs;

    ClaimReaper(JournalEnd end, SegmentStore store, JournalTable table, OwnershipLock lock, JournalOptions options) {
        this.end = end;
        this.store = store;
        this.table = table;
        this.lock = lock;
        this.fenceAfterNs =
                options.ownership() == Ownership.SHARED ? options.fenceAfter().toNanos() : 0;
    }

    /** What follows the published frames. */
    enum Found {
        NOTHING,
        CLAIM
    }

    /** Checks once; fences as many claims as it can. */
    Found step() {
        if (fenceAfterNs == 0) {
            return Found.NOTHING;
        }
        while (true) {
            FrameWalk.Tail tail = end.locate();
            SegmentFile segment = store.acquire(tail.segment());
            try {
                long header = segment.headerAcquire(tail.position());
                if (FrameLayout.state(header) != FrameLayout.CLAIMED) {
                    return Found.NOTHING;
                }
                if (!FrameLayout.isPlausibleClaim(header)) {
                    throw segment.impossible(tail.position(), header);
                }
                if (!isAbandoned(segment.index(tail.position()), header)) {
                    return Found.CLAIM;
                }
                pad(segment, tail.position(), header);
            } finally {
                store.release(segment);
            }
        }
    }

    private boolean isAbandoned(long index, long claim) {
        long nowNs = System.nanoTime();
        if (index != watchedIndex || claim != watchedClaim) {
            watchedIndex = index;
            watchedClaim = claim;
            sinceNs = nowNs;
            return false;
        }
        return nowNs - sinceNs >= fenceAfterNs || !lock.isAlive(FrameLayout.writer(claim));
    }

    private void pad(SegmentFile segment, int position, long claim) {
        int low = FrameLayout.low(FrameLayout.PADDING, FrameLayout.length(claim));
        long padding = FrameLayout.header(low, FrameChecksum.ofHeader(segment.index(position), low));
        if (Memory.compareAndSetLong(segment.memory, position, claim, padding)) {
            table.countFenced(lock.slot());
            FlightEvents.fence(store.directory(), segment.index(position), FrameLayout.writer(claim));
        }
    }
}
