package io.millrace.journal;

import java.util.TreeMap;

/**
 * Keeps segments mapped for those that remember indexes: their frames are found by {@link Frames} of the same journal
 * object, also after retention has removed the segments. The disk gets the space of a removed segment back when it is
 * released here. Any thread may call any method.
 */
public final class SegmentHold implements AutoCloseable {

    private static final long NONE = -1;

    private final SegmentStore store;
    private final TreeMap<Long, SegmentFile> held = new TreeMap<>();
    private long last = NONE;

    private SegmentHold(SegmentStore store) {
        this.store = store;
    }

    /** Returns what keeps segments of a journal mapped, none at first. */
    public static SegmentHold of(Journal journal) {
        return new SegmentHold(journal.store());
    }

    /**
     * Keeps the segment of an index mapped, and returns whether it exists, or is held in this journal object.
     *
     * @param index the index of a frame, not negative
     */
    public synchronized boolean add(long index) {
        long number = Index.segment(index);
        if (number == last) {
            return true;
        }
        SegmentFile segment = held.get(number);
        if (segment == null) {
            segment = store.acquireIfPresent(number);
            if (segment == null) {
                return false;
            }
            held.put(number, segment);
        }
        last = number;
        return true;
    }

    /** Releases the segments before one, which is given by its number. */
    public synchronized void releaseBefore(long number) {
        while (!held.isEmpty() && held.firstKey() < number) {
            store.release(held.pollFirstEntry().getValue());
        }
        if (last < number) {
            last = NONE;
        }
    }

    /** Releases all segments. May be called again. */
    @Override
    public synchronized void close() {
        held.values().forEach(store::release);
        held.clear();
        last = NONE;
    }
}
