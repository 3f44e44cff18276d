package io.millrace.map;

import io.millrace.journal.Index;
import java.util.Arrays;

/**
 * Which frames of a journal have the newest value of a key: a bit for each eight bytes, by segments, from the oldest
 * segment that has such a frame. All of it is a function of the calls, so an owner that has opened the map again has
 * the same. One thread at a time.
 */
final class LiveFrames {

    private static final int UNIT = 8;

    private Segment[] segments = new Segment[4];

    /** Number of the first segment, and how many there are. */
    private long base;

    private int size;
    private long extent;
    private long liveBytes;

    /** The frames of a segment. */
    private static final class Segment {
        /** The index of any frame of the segment, if it has one. */
        long index = Index.NONE;

        long[] bits = new long[16];
        int live;
        long end;

        /** The words before it are zero. */
        int firstWord;
    }

    /** Notes that the journal reaches to the end of a frame. */
    void reach(long frame, long bytes) {
        long number = Index.segment(frame);
        if (size == 0) {
            base = number;
        }
        while (base + size <= number) {
            if (size == segments.length) {
                segments = Arrays.copyOf(segments, 2 * size);
            }
            segments[size] = new Segment();
            size++;
            drop();
        }
        Segment last = segments[size - 1];
        last.index = frame;
        long end = Index.position(frame) + bytes;
        extent += end - last.end;
        last.end = end;
    }

    /** Notes that a frame, which is the last one, has the newest value of a key. */
    void add(long frame, long bytes) {
        Segment last = segments[size - 1];
        int bit = (int) (Index.position(frame) / UNIT);
        int word = bit >>> 6;
        if (word >= last.bits.length) {
            last.bits = Arrays.copyOf(last.bits, Math.max(word + 1, 2 * last.bits.length));
        }
        last.bits[word] |= 1L << bit;
        last.live++;
        liveBytes += bytes;
    }

    /** Notes that a frame no longer has the newest value of a key. */
    void remove(long frame, long bytes) {
        Segment segment = segments[(int) (Index.segment(frame) - base)];
        int bit = (int) (Index.position(frame) / UNIT);
        segment.bits[bit >>> 6] &= ~(1L << bit);
        segment.live--;
        liveBytes -= bytes;
        drop();
    }

    /** Drops the first segments while they have no such frame; never the last segment. */
    private void drop() {
        int dead = 0;
        while (dead < size - 1 && segments[dead].live == 0) {
            extent -= segments[dead].end;
            dead++;
        }
        if (dead > 0) {
            System.arraycopy(segments, dead, segments, 0, size - dead);
            Arrays.fill(segments, size - dead, size, null);
            size -= dead;
            base += dead;
        }
    }

    /** Returns the number of the first segment that is needed: the oldest with a live frame, or the last one. */
    long firstSegment() {
        return base;
    }

    /** Returns how many segments there are from the first that is needed. */
    int segments() {
        return size;
    }

    /** Returns how many bytes the journal has from the first segment that is needed. */
    long extentBytes() {
        return extent;
    }

    /** Returns the bytes of the frames that have the newest values. */
    long liveBytes() {
        return liveBytes;
    }

    /** Returns the oldest frame that has the newest value of a key, {@link Index#NONE} if there is none. */
    long oldest() {
        if (size == 0 || segments[0].live == 0) {
            return Index.NONE;
        }
        Segment first = segments[0];
        while (first.bits[first.firstWord] == 0) {
            first.firstWord++;
        }
        long bit = ((long) first.firstWord << 6) + Long.numberOfTrailingZeros(first.bits[first.firstWord]);
        return Index.withPosition(first.index, bit * UNIT);
    }
}
