package io.millrace.journal;

import java.util.Arrays;

/**
 * Rewrites the sparse index of a segment. Times of whole entries are kept; other entries get the time of the next entry
 * that has one, since no frame before it was published later. Belongs to one thread.
 */
final class SparseIndexRebuild {

    private final SparseIndex index = new SparseIndex();

    /** Rebuilds the index of a segment whose frames are whole and which ends at {@code tail}. */
    void run(SegmentFile segment, int tail) {
        long[] clocks = clocks(segment);
        index.clear(segment);
        long dataFrames = 0;
        int metadataFrames = 0;
        int entry = SparseIndex.boundary(segment, segment.first) + 1;
        for (int at = segment.first; at < tail; ) {
            long header = segment.headerAcquire(at);
            int state = FrameLayout.state(header);
            dataFrames += state == FrameLayout.DATA ? 1 : 0;
            metadataFrames += state == FrameLayout.METADATA ? 1 : 0;
            at = segment.next(at, header);
            int boundary = SparseIndex.boundary(segment, at);
            for (; entry <= boundary; entry++) {
                index.put(segment, entry, at, dataFrames, metadataFrames, clocks[entry]);
            }
        }
        index.put(
                segment,
                SparseIndex.CLOSING_ENTRY,
                tail,
                dataFrames,
                metadataFrames,
                clocks[SparseIndex.CLOSING_ENTRY]);
    }

    private long[] clocks(SegmentFile segment) {
        long[] clocks = new long[segment.prologue.entries()];
        SparseIndex.Entry closing = index.get(segment, SparseIndex.CLOSING_ENTRY);
        long latestMs = closing == null ? System.currentTimeMillis() : closing.clockMs();
        Arrays.fill(clocks, latestMs);
        for (int entry = clocks.length - 1; entry > 0; entry--) {
            SparseIndex.Entry found = index.get(segment, entry);
            latestMs = found == null ? latestMs : Math.min(latestMs, found.clockMs());
            clocks[entry] = latestMs;
        }
        return clocks;
    }
}
