package io.millrace.journal;

import java.util.HashMap;
import java.util.Map;

/**
 * Counts data frames, from the first that the journal ever had: frames that retention has removed are included. Reads
 * one entry of the sparse index for each segment, once, and walks over one interval at most where the index is
 * complete. Any thread may call any method.
 */
final class FrameCounts {

    private final SegmentStore store;
    private final JournalTable table;
    private final EndCheck ends;
    private final SparseIndex index = new SparseIndex();
    private final Map<Long, Long> ended = new HashMap<>();

    FrameCounts(SegmentStore store, JournalTable table) {
        this.store = store;
        this.table = table;
        this.ends = new EndCheck(store);
    }

    /** Returns how many data frames were published before an index, removed ones included. */
    synchronized long before(long place) {
        long number = Index.segment(place);
        while (true) {
            TableRecord removed = table.removed();
            boolean any = removed.read();
            long count = any ? removed.second() : 0;
            long at = any ? removed.first() : store.lowest();
            while (at < number) {
                long frames = framesOf(at);
                if (frames < 0) {
                    break;
                }
                count += frames;
                at++;
            }
            if (at >= number) {
                return at > number ? count : count + within(number, place);
            }
            if (!store.isRemoved(at)) {
                return count; // the index is after the last segment
            }
        }
    }

    /** Returns how many kept data frames are at or after an index and before another; reads only their segments. */
    synchronized long between(long from, long until) {
        long last = Index.segment(until);
        long at = Math.max(Index.segment(from), store.lowest());
        if (from >= until || at > last) {
            return 0;
        }
        long count = at == Index.segment(from) ? -within(at, from) : 0;
        while (at < last) {
            long frames = framesOf(at);
            if (frames < 0 && !store.isRemoved(at)) {
                return Math.max(0, count); // the end is after the last segment
            }
            count += Math.max(0, frames);
            at++;
        }
        return Math.max(0, count + within(last, until));
    }

    /**
     * Returns the index of the data frame with a number, or {@link Index#NONE}: it was removed if the number is less
     * than {@link #removed}, else it does not exist yet.
     */
    synchronized long find(long number) {
        while (true) {
            TableRecord removed = table.removed();
            boolean any = removed.read();
            long count = any ? removed.second() : 0;
            if (number < count) {
                return Index.NONE;
            }
            long at = any ? removed.first() : store.lowest();
            long frames = framesOf(at);
            while (frames >= 0 && count + frames <= number) {
                count += frames;
                frames = framesOf(++at);
            }
            if (frames >= 0) {
                return findWithin(at, number - count);
            }
            if (!store.isRemoved(at)) {
                return Index.NONE;
            }
        }
    }

    /** Returns the number of the first data frame that is kept. */
    long removed() {
        return table.removedFrames();
    }

    /** Returns how many data frames a segment has, or -1 if the segment does not exist. */
    private long framesOf(long number) {
        Long known = ended.get(number);
        if (known != null) {
            return known;
        }
        SegmentFile segment = store.acquireIfPresent(number);
        if (segment == null) {
            return -1;
        }
        try {
            SparseIndex.Entry closing = index.get(segment, SparseIndex.CLOSING_ENTRY);
            if (closing != null) {
                ended.put(number, closing.dataFrames());
                return closing.dataFrames();
            }
            return walk(segment, index.last(segment), segment.limit, Long.MAX_VALUE)
                    .frames();
        } finally {
            store.release(segment);
        }
    }

    private long within(long number, long place) {
        SegmentFile segment = store.acquireIfPresent(number);
        if (segment == null) {
            return 0;
        }
        try {
            int position = segment.place(place);
            SparseIndex.Entry from = null;
            for (int entry = SparseIndex.boundary(segment, position); entry > 0 && from == null; entry--) {
                SparseIndex.Entry found = index.get(segment, entry);
                from = found != null && found.position() <= position ? found : null;
            }
            return walk(segment, from, position, Long.MAX_VALUE).frames();
        } finally {
            store.release(segment);
        }
    }

    private long findWithin(long number, long frame) {
        SegmentFile segment = store.acquire(number);
        try {
            SparseIndex.Entry from = null;
            for (int entry = segment.prologue.entries() - 1; entry > 0 && from == null; entry--) {
                SparseIndex.Entry found = index.get(segment, entry);
                from = found != null && found.dataFrames() <= frame ? found : null;
            }
            return segment.index(walk(segment, from, segment.limit, frame).position());
        } finally {
            store.release(segment);
        }
    }

    /** The position where a walk ended, and the number of data frames of the segment before it. */
    private record Walked(int position, long frames) {}

    /** Walks to a position, to the data frame with a number in this segment, or to the end of what is published. */
    private Walked walk(SegmentFile segment, SparseIndex.Entry from, int until, long untilFrame) {
        int at = from == null ? segment.first : from.position();
        long frames = from == null ? 0 : from.dataFrames();
        while (at < until) {
            long header = segment.headerAcquire(at);
            int state = FrameLayout.state(header);
            boolean data = state == FrameLayout.DATA;
            if (state == FrameLayout.NOTHING || state == FrameLayout.CLAIMED) {
                ends.check(segment, at, header);
                break;
            }
            if (state == FrameLayout.END || (data && frames == untilFrame)) {
                break;
            }
            frames += data ? 1 : 0;
            at = segment.next(at, header);
        }
        return new Walked(at, frames);
    }
}
