package io.millrace.journal;

import java.time.InstantSource;

/**
 * Follows the published frames of a journal at a distance and writes the sparse index. One background thread of one
 * process at a time does it; without it everything works, only more slowly.
 */
final class SparseIndexer {

    private static final int FRAMES_PER_STEP = 1 << 20;

    private final SegmentStore store;
    private final JournalEnd end;
    private final InstantSource clock;
    private final Probe probe;
    private final SparseIndex index = new SparseIndex();

    /** Null before the first step. */
    private SegmentFile segment;

    private int at;
    private int entry;

    /** Where {@link #entry} is due, so that a frame costs a comparison. */
    private int dueAt;

    private long dataFrames;
    private int metadataFrames;
    private long clockMs;

    SparseIndexer(SegmentStore store, JournalEnd end, InstantSource clock, Probe probe) {
        this.store = store;
        this.end = end;
        this.probe = probe;
        this.clock = clock;
    }

    /**
     * Goes on where the index ends: behind the last segment that it covers as a whole. Not sooner than the first step,
     * because until then another process may have been the indexer.
     */
    private void start() {
        long number = end.locate().segment();
        long lowest = store.lowest();
        while (number > lowest && !isClosed(number - 1)) {
            number--;
        }
        enter(store.acquire(number));
    }

    private boolean isClosed(long number) {
        SegmentFile candidate = store.acquireIfPresent(number);
        if (candidate == null) {
            return true; // retention removes only what is closed
        }
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
        expect(SparseIndex.boundary(entered, at) + 1);
    }

    private void expect(int next) {
        entry = next;
        dueAt = next < segment.prologue.entries() ? next * segment.prologue.intervalBytes() : Integer.MAX_VALUE;
    }

    /** Indexes what has been published since, up to a bound, and returns how many frames and segments that were. */
    int step() {
        if (segment == null) {
            start();
        }
        for (int i = 0; i < FRAMES_PER_STEP; i++) {
            long header = segment.headerAcquire(at);
            int state = FrameLayout.state(header);
            if (state == FrameLayout.NOTHING || state == FrameLayout.CLAIMED) {
                return i;
            }
            if (state == FrameLayout.END) {
                if (!leave()) {
                    return i;
                }
                continue;
            }
            if (state == FrameLayout.DATA) {
                dataFrames++;
            } else if (state == FrameLayout.METADATA) {
                metadataFrames++;
            }
            at = segment.next(at, header);
            if (at >= dueAt) {
                fill();
            }
        }
        return FRAMES_PER_STEP;
    }

    private void fill() {
        long now = now();
        int boundary = SparseIndex.boundary(segment, at);
        for (int due = entry; due <= boundary; due++) {
            index.put(segment, due, at, dataFrames, metadataFrames, now);
            probe.reached(Step.INDEX_STORED);
        }
        expect(boundary + 1);
    }

    /** Closes the index of a segment that has ended, and enters the next one if it is there. */
    private boolean leave() {
        if (index.get(segment, SparseIndex.CLOSING_ENTRY) == null) {
            index.put(segment, SparseIndex.CLOSING_ENTRY, at, dataFrames, metadataFrames, now());
            probe.reached(Step.INDEX_STORED);
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
