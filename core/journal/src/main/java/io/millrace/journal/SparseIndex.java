package io.millrace.journal;

import io.millrace.memory.Memory;

/**
 * The sparse index inside a segment: positions and counts at every interval, so that no reader walks from the first
 * frame.
 *
 * <pre>
 *   +0   long  position of the first frame at or after the boundary
 *   +8   long  data frames before that position, in this segment
 *   +16  long  clock: no frame before that position was published later, milliseconds of the epoch
 *   +24  int   metadata frames before that position, in this segment
 *   +28  int   checksum of the 28 bytes before, as of a frame at the entry's own position with a low word of zero
 * </pre>
 *
 * <p>Entry {@code i} from 1 is for the boundary at {@code i * interval} bytes. Entry 0 is written when the segment has
 * ended, for the position of its end mark. It only speeds up reading: an entry that is absent or does not have its
 * checksum is skipped. One thread may write; any thread may read, while it is written too. An instance belongs to one
 * thread.
 */
final class SparseIndex {

    private static final int COUNT_OFFSET = 8;
    private static final int CLOCK_OFFSET = 16;
    private static final int METADATA_OFFSET = 24;
    private static final int CHECKSUM_OFFSET = 28;

    /** The entry that describes the whole segment. */
    static final int CLOSING_ENTRY = 0;

    /** The content of an entry. */
    record Entry(int position, long dataFrames, int metadataFrames, long clockMs) {}

    /** Returns an entry, or null where there is no whole entry. */
    Entry get(SegmentFile segment, int entry) {
        int at = SegmentLayout.INDEX_OFFSET + entry * SegmentLayout.ENTRY_BYTES;
        long position = Memory.getLongPlain(segment.memory, at);
        if (position == 0 || Memory.getIntAcquire(segment.memory, at + CHECKSUM_OFFSET) != sum(segment, at)) {
            return null;
        }
        if (position < segment.first || position > segment.limit || position % FrameLayout.ALIGNMENT != 0) {
            return null;
        }
        return new Entry(
                (int) position,
                Memory.getLongPlain(segment.memory, at + COUNT_OFFSET),
                Memory.getIntPlain(segment.memory, at + METADATA_OFFSET),
                Memory.getLongPlain(segment.memory, at + CLOCK_OFFSET));
    }

    /** Returns whether the position of an entry is set: one load, without its checksum. */
    static boolean isStored(SegmentFile segment, int entry) {
        return Memory.getLongPlain(segment.memory, SegmentLayout.INDEX_OFFSET + entry * SegmentLayout.ENTRY_BYTES) != 0;
    }

    void put(SegmentFile segment, int entry, int position, long dataFrames, int metadataFrames, long clockMs) {
        int at = SegmentLayout.INDEX_OFFSET + entry * SegmentLayout.ENTRY_BYTES;
        Memory.setLongPlain(segment.memory, at, position);
        Memory.setLongPlain(segment.memory, at + COUNT_OFFSET, dataFrames);
        Memory.setLongPlain(segment.memory, at + CLOCK_OFFSET, clockMs);
        Memory.setIntPlain(segment.memory, at + METADATA_OFFSET, metadataFrames);
        Memory.setIntRelease(segment.memory, at + CHECKSUM_OFFSET, sum(segment, at));
    }

    /**
     * Returns the start of a frame at or before {@code position}, at most an interval before where the index is
     * complete.
     */
    int floor(SegmentFile segment, int position) {
        for (int entry = boundary(segment, position); entry > 0; entry--) {
            Entry found = get(segment, entry);
            if (found != null && found.position() <= position) {
                return found.position();
            }
        }
        return segment.first;
    }

    /** Clears all entries, where frames that they refer to are lost. */
    void clear(SegmentFile segment) {
        long bytes = (long) segment.prologue.entries() * SegmentLayout.ENTRY_BYTES;
        segment.memory.asSlice(SegmentLayout.INDEX_OFFSET, bytes).fill((byte) 0);
    }

    /** Returns whether an entry is stored that is not whole. */
    boolean isTorn(SegmentFile segment) {
        for (int entry = 0; entry < segment.prologue.entries(); entry++) {
            int at = SegmentLayout.INDEX_OFFSET + entry * SegmentLayout.ENTRY_BYTES;
            boolean isBlank = true;
            for (int word = at; word < at + SegmentLayout.ENTRY_BYTES; word += Long.BYTES) {
                isBlank &= Memory.getLongPlain(segment.memory, word) == 0;
            }
            if (!isBlank && get(segment, entry) == null) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns whether an incomplete entry is what a process leaves that is killed while it writes the entry: the
     * checksum is stored last. Other entries follow only once an entry is whole; the closing entry has no successor.
     */
    boolean isUnderWay(SegmentFile segment, int entry) {
        int at = SegmentLayout.INDEX_OFFSET + entry * SegmentLayout.ENTRY_BYTES;
        return Memory.getIntAcquire(segment.memory, at + CHECKSUM_OFFSET) == 0;
    }

    /** Returns the last whole entry, or null if there is none. */
    Entry last(SegmentFile segment) {
        for (int entry = segment.prologue.entries() - 1; entry > 0; entry--) {
            Entry found = get(segment, entry);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** Returns the number of the last entry whose boundary is at or before {@code position}. */
    static int boundary(SegmentFile segment, int position) {
        return Math.min(position / segment.prologue.intervalBytes(), segment.prologue.entries() - 1);
    }

    private int sum(SegmentFile segment, int at) {
        return FrameChecksum.of(segment.memory, at, CHECKSUM_OFFSET, segment.index(at), 0);
    }
}
