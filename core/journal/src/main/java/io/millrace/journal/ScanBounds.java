package io.millrace.journal;

import java.util.NavigableSet;

/**
 * What is known about a segment from elsewhere, before its frames are looked at.
 *
 * @param known published frames reach at least up to this position: a zero header before it is a loss
 * @param reach as {@link SegmentReach} tells it; after the machine went down it may be ahead of {@code known}
 * @param synced position of the last frame in this segment that was synced, or -1, or the size of the segment if all
 * @param machineRestarted whether frames behind {@code synced} may have been lost without anybody's fault
 * @param marks positions that lead to frames, from named positions and the synced index
 */
record ScanBounds(long known, long reach, long synced, boolean machineRestarted, NavigableSet<Integer> marks) {

    static ScanBounds of(long known, long reach, long synced, boolean machineRestarted, NavigableSet<Integer> marks) {
        return new ScanBounds(
                machineRestarted ? known : Math.max(known, reach), reach, synced, machineRestarted, marks);
    }

    /** Returns whether a claim at this position stands where a frame was published. */
    boolean isOvertaken(int position) {
        return !machineRestarted && position < reach;
    }

    /** Returns the first mark at or behind a position, or the highest {@code int}. */
    int markFrom(int position) {
        Integer mark = marks.ceiling(position);
        return mark == null ? Integer.MAX_VALUE : mark;
    }
}
