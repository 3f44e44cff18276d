package io.millrace.journal;

import java.time.InstantSource;

/**
 * Follows the published frames of a journal at a distance and writes the sparse index, where no appender does that
 * itself: a single owner knows all frames, one of several owners only its own. One background thread of one process at
 * a time does this; without it everything works, only more slowly.
 */
final class SparseIndexer {

    private static final int FRAMES_PER_STEP = 1 << 20;
    private static final long NO_SEGMENT = Long.MAX_VALUE;

    private final SegmentStore store;
    private final JournalEnd end;
    private final SparseIndex index = new SparseIndex();
    private final IndexCursor cursor;

    /** The first of the segments that an appender indexes itself. */
    private volatile long leftFrom = NO_SEGMENT;

    /** Null before the first step, and where nothing is left before the segments of the appender. */
    private SegmentFile segment;

    private boolean done;
    private int at;

    SparseIndexer(SegmentStore store, JournalEnd end, InstantSource clock, FaultInjector injector) {
        this.store = store;
        this.end = end;
        this.cursor = new IndexCursor(clock, injector);
    }

    /**
     * Leaves a segment without frames and all later ones to an appender, which calls this before it ends the segment
     * before.
     */
    void leaveFrom(long number) {
        leftFrom = number;
    }

    /** Leaves a segment and all later ones to an appender, and waits for a step that may be running. */
    synchronized void leaveAndAwaitFrom(long number) {
        leftFrom = number;
        drop();
    }

    /** Continues where the closed appender has stopped. */
    synchronized void resume() {
        leftFrom = NO_SEGMENT;
    }

    /** Returns whether the appender does all remaining work. */
    synchronized boolean hasNothingToDo() {
        return done && leftFrom != NO_SEGMENT;
    }

    private void drop() {
        if (segment != null) {
            store.release(segment);
            segment = null;
        }
    }

    /**
     * Continues where the index ends: after the last segment that it covers as a whole. Not before the first step,
     * because until then another process may have been the indexer.
     */
    private boolean start() {
        if (done && leftFrom != NO_SEGMENT) {
            return false;
        }
        long number = Math.min(end.locate().segment(), leftFrom - 1);
        long lowest = store.lowest();
        while (number > lowest && !isClosed(number - 1)) {
            number--;
        }
        done = number < lowest || (number + 1 == leftFrom && isClosed(number));
        segment = done ? null : store.acquireIfPresent(number);
        if (segment == null) {
            return false;
        }
        at = cursor.enter(segment);
        return true;
    }

    private boolean isClosed(long number) {
        SegmentFile candidate = store.acquireIfPresent(number);
        if (candidate == null) {
            return true; // retention removes only closed segments
        }
        try {
            return index.get(candidate, SparseIndex.CLOSING_ENTRY) != null;
        } finally {
            store.release(candidate);
        }
    }

    /**
     * Indexes the frames published since the last step, up to a bound, and returns the number of frames and segments.
     */
    synchronized int step() {
        if (segment == null && !start()) {
            return 0;
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
                cursor.countData();
            } else if (state == FrameLayout.METADATA) {
                cursor.countMetadata();
            }
            at = segment.next(at, header);
            if (at >= cursor.dueAt()) {
                cursor.fill(at);
            }
        }
        return FRAMES_PER_STEP;
    }

    /**
     * Closes the index of a segment that has ended, and enters the next segment if it exists and is not left to an
     * appender.
     */
    private boolean leave() {
        cursor.close(at);
        long next = segment.number + 1;
        if (next >= leftFrom) {
            done = true;
            drop();
            return false;
        }
        SegmentFile entered = store.acquireIfPresent(next);
        if (entered == null) {
            if (!store.isRemoved(next)) {
                return false;
            }
            entered = store.acquireLowest(); // another process was the indexer, and retention has removed its segments
        }
        store.release(segment);
        segment = entered;
        at = cursor.enter(entered);
        return true;
    }
}
