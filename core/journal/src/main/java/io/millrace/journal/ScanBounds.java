package io.millrace.journal;

import java.util.NavigableSet;

/**
 * What is known about a segment from elsewhere, before its frames are looked at.
 *
 * @param known published frames reach at least up to this position: a zero header before it is a loss
 * @param synced position of the last frame in this segment that was synced, or -1, or the size of the segment if all
 * @param machineRestarted whether frames behind {@code synced} may have been lost without anybody's fault
 * @param marks positions that lead to frames, from named positions and the synced index
 */
record ScanBounds(long known, long synced, boolean machineRestarted, NavigableSet<Integer> marks) {

    /** Returns these bounds with what the accelerators of the segment itself tell about its reach. */
    ScanBounds withReach(SegmentFile segment, FrameWalk walk, SparseIndex index) {
        if (machineRestarted) {
            return this;
        }
        int hint = segment.hintAcquire();
        long reach = walk.isFrame(segment, hint) ? hint + 1L : 0;
        SparseIndex.Entry closing = index.get(segment, SparseIndex.CLOSING_ENTRY);
        SparseIndex.Entry last = closing == null ? index.last(segment) : closing;
        if (last != null) {
            reach = Math.max(reach, closing == null ? last.position() : last.position() + 1L);
        }
        return reach <= known ? this : new ScanBounds(reach, synced, false, marks);
    }

    /** Returns the first mark at or behind a position, or the highest {@code int}. */
    int markFrom(int position) {
        Integer mark = marks.ceiling(position);
        return mark == null ? Integer.MAX_VALUE : mark;
    }
}
