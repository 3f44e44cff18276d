package io.millrace.journal;

import java.util.List;

/**
 * Searches frames by content, where the content is in order: bisects the segments, then the entries of the sparse index
 * of one segment; the caller reads the last interval. Belongs to one thread.
 */
final class FrameSearch {

    private static final int NO_FRAME = -1;

    private final SegmentStore store;
    private final FrameComparator comparator;
    private final SparseIndex index = new SparseIndex();
    private final FrameWalk walk = new FrameWalk();

    FrameSearch(SegmentStore store, FrameComparator comparator) {
        this.store = store;
        this.comparator = comparator;
    }

    /**
     * Returns a segment, held for the caller, with a position before which all frames are before the target; {@link
     * #start} returns that position.
     */
    SegmentFile segment() {
        while (true) {
            List<Long> numbers = store.numbers();
            if (numbers.isEmpty()) {
                return store.acquireLowest(); // of an empty copy
            }
            int low = 0;
            int high = numbers.size() - 1;
            while (low < high) {
                int middle = (low + high + 1) >>> 1;
                if (isBefore(numbers.get(middle))) {
                    low = middle;
                } else {
                    high = middle - 1;
                }
            }
            SegmentFile found = store.acquireIfPresent(numbers.get(low));
            if (found != null) {
                return found;
            }
        }
    }

    /** Returns whether the first data frame of a segment is before the target; false without data frames. */
    private boolean isBefore(long number) {
        SegmentFile segment = store.acquireIfPresent(number);
        if (segment == null) {
            return true; // retention has removed it meanwhile
        }
        try {
            int first = firstData(segment, segment.first);
            return first != NO_FRAME && compare(segment, first) < 0;
        } finally {
            store.release(segment);
        }
    }

    /** Returns the last position in the sparse index before which all frames are before the target. */
    int start(SegmentFile segment) {
        int low = 0;
        int high = segment.prologue.entries() - 1;
        int start = segment.first;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            SparseIndex.Entry entry = index.get(segment, middle);
            int data = entry == null ? NO_FRAME : firstData(segment, entry.position());
            if (data != NO_FRAME && compare(segment, data) < 0) {
                low = middle;
                start = data;
            } else {
                high = middle - 1;
            }
        }
        return start;
    }

    private int firstData(SegmentFile segment, int from) {
        int at = from;
        while (true) {
            long header = segment.headerAcquire(at);
            int state = FrameLayout.state(header);
            if (state == FrameLayout.DATA) {
                walk.check(segment, at, header);
                return at;
            }
            if (state == FrameLayout.NOTHING || state == FrameLayout.CLAIMED || state == FrameLayout.END) {
                return NO_FRAME;
            }
            at = segment.next(at, header);
        }
    }

    private int compare(SegmentFile segment, int position) {
        int length = FrameLayout.length(segment.headerAcquire(position));
        return comparator.compare(segment.memory, FrameLayout.HEADER_BYTES + (long) position, length);
    }
}
