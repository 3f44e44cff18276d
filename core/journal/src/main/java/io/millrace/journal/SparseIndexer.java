package io.millrace.journal;

import java.time.InstantSource;

/**
 * Follows the published frames of a journal at a distance and writes the sparse index. One background thread of one
 * process at a time does it; without it everything works, only more slowly.
 */
final class SparseIndexer {

    private static final int FRAMES_PER_STEP = 1 << 20;

    private final SegmentStore store;
    private final InstantSource clock;
    private final SparseIndex index = new SparseIndex();

    private SegmentFile segment;
    private int at;
    private int entry;
    private long dataFrames;
    private int metadataFrames;
    private long clockMs;

    SparseIndexer(SegmentStore store, InstantSource clock) {
        this.store = store;
        this.clock = clock;
    }

    /** Goes on where the index ends: behind the last segment that it covers as a whole. */
    void start(long tailSegment) {
        long number = tailSegment;
        long lowest = store.lowest();
        while (number > lowest && !isClosed(number - 1)) {
            number--;
        }
        enter(store.acquire(number));
    }

    private boolean isClosed(long number) {
        SegmentFile candidate = store.acquire(number);
        try {
            return index.get(candidate, SparseIndex.CLOSING_ENTRY) != null;
        } finally {
            store.release(candidate);
        }
    }

    private void enter(SegmentFile entered) {
        segment = entered;
        SparseIndex.Entry last = index.last(entered);
        at = last == null ? entered.first : last.position();
        dataFrames = last == null ? 0 : last.dataFrames();
        metadataFrames = last == null ? 0 : last.metadataFrames();
        clockMs = Math.max(clockMs, last == null ? 0 : last.clockMs());
        entry = SparseIndex.boundary(entered, at) + 1;
    }

    /** Indexes what has been published since, and returns whether there may be more. */
    boolean step() {
        for (int i = 0; i < FRAMES_PER_STEP; i++) {
            long header = segment.headerAcquire(at);
            int state = FrameLayout.state(header);
            if (state == FrameLayout.NOTHING || state == FrameLayout.CLAIMED) {
                return false;
            }
            if (state == FrameLayout.END) {
                return end();
            }
            if (state == FrameLayout.DATA) {
                dataFrames++;
            } else if (state == FrameLayout.METADATA) {
                metadataFrames++;
            }
            at = segment.next(at, header);
            int boundary = SparseIndex.boundary(segment, at);
            if (boundary >= entry) {
                long now = now();
                for (; entry <= boundary; entry++) {
                    index.put(segment, entry, at, dataFrames, metadataFrames, now);
                }
            }
        }
        return true;
    }

    private boolean end() {
        if (index.get(segment, SparseIndex.CLOSING_ENTRY) == null) {
            index.put(segment, SparseIndex.CLOSING_ENTRY, at, dataFrames, metadataFrames, now());
        }
        SegmentFile left = segment;
        long next = segment.number + 1;
        SegmentFile entered = store.acquireIfPresent(next);
        if (entered == null) {
            if (!store.isRemoved(next)) {
                return false;
            }
            entered = store.acquireLowest(); // another process was the indexer, and retention has removed what it did
        }
        enter(entered);
        store.release(left);
        return true;
    }

    private long now() {
        clockMs = Math.max(clockMs, clock.millis());
        return clockMs;
    }
}
