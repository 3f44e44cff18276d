package io.millrace.journal;

import java.util.NavigableSet;

/**
 * Facts about a segment that are known before its frames are scanned.
 *
 * @param known published frames reach at least up to this position: a zero header before it is a loss
 * @param reach the result of {@link SegmentReach}; after the machine went down it may be ahead of {@code known}
 * @param synced position of the last frame in this segment that was synced, or -1, or the size of the segment if all
 * @param machineRestarted whether frames after {@code synced} may have been lost when the machine went down
 * @param marks positions of frames that named positions and the synced index refer to
 */
record ScanBounds(long known, long reach, long synced, boolean machineRestarted, NavigableSet<Integer> marks) {

    static ScanBounds of(long known, long reach, long synced, boolean machineRestarted, NavigableSet<Integer> marks) {
        return new ScanBounds(
                machineRestarted ? known : Math.max(known, reach), reach, synced, machineRestarted, marks);
    }

    /** Returns whether a claim at this position is where a frame was published. */
    boolean isOvertaken(int position) {
        return !machineRestarted && position < reach;
    }

    /** Returns the first mark at or after a position, or the highest {@code int}. */
    int markFrom(int position) {
        Integer mark = marks.ceiling(position);
        return mark == null ? Integer.MAX_VALUE : mark;
    }
}
