package io.millrace.journal;

import java.time.InstantSource;

/**
 * Where the sparse index of a segment is written next, and the counts before that position. A thread that sees every
 * frame of a segment in order uses one to write its index. Belongs to one thread.
 */
final class IndexCursor {

    private final InstantSource clock;
    private final FaultInjector injector;
    private final SparseIndex index = new SparseIndex();

    /** Null before the first segment is entered: then nothing is due. */
    private SegmentFile segment;

    private int entry;

    /** The position at which {@link #entry} is due, so that a frame costs one comparison. */
    private int dueAt = Integer.MAX_VALUE;

    private long dataFrames;
    private int metadataFrames;
    private long clockMs;

    IndexCursor(InstantSource clock, FaultInjector injector) {
        this.clock = clock;
        this.injector = injector;
    }

    /** Continues in a segment after its last entry, and returns the position of that entry. */
    int enter(SegmentFile entered) {
        segment = entered;
        SparseIndex.Entry last = index.last(entered);
        int at = last == null ? entered.first : last.position();
        dataFrames = last == null ? 0 : last.dataFrames();
        metadataFrames = last == null ? 0 : last.metadataFrames();
        clockMs = Math.max(clockMs, last == null ? 0 : last.clockMs());
        expect(SparseIndex.boundary(entered, at) + 1);
        return at;
    }

    private void expect(int next) {
        entry = next;
        dueAt = next < segment.prologue.entries() ? next * segment.prologue.intervalBytes() : Integer.MAX_VALUE;
    }

    void countData() {
        dataFrames++;
    }

    void countMetadata() {
        metadataFrames++;
    }

    /** Counts frames that all begin before the next entry is due. */
    void count(int data, int metadata) {
        dataFrames += data;
        metadataFrames += metadata;
    }

    /** Returns the position at or after which the next entry is due. */
    int dueAt() {
        return dueAt;
    }

    /** Writes the entries that are due where the counted frames end. */
    void fill(int at) {
        if (at < dueAt) {
            return;
        }
        long now = now();
        int boundary = SparseIndex.boundary(segment, at);
        for (int due = entry; due <= boundary; due++) {
            index.put(segment, due, at, dataFrames, metadataFrames, now);
            injector.reached(FailPoint.INDEX_STORED);
        }
        expect(boundary + 1);
    }

    /** Writes the entry that describes the whole segment, unless it exists. */
    void close(int at) {
        if (segment != null && index.get(segment, SparseIndex.CLOSING_ENTRY) == null) {
            index.put(segment, SparseIndex.CLOSING_ENTRY, at, dataFrames, metadataFrames, now());
            injector.reached(FailPoint.INDEX_STORED);
        }
    }

    private long now() {
        clockMs = Math.max(clockMs, clock.millis());
        return clockMs;
    }
}
