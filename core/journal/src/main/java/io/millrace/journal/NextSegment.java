package io.millrace.journal;

import java.util.function.LongSupplier;

/**
 * Decides when an appender asks for the next segment: in the middle of its own, unless it fills a segment in less time
 * than two segments take to prepare. Then it asks at once, as soon as its speed is known, so that a log of few messages
 * has one segment. Belongs to one appender.
 */
final class NextSegment {

    /** The share of its first segment that an appender fills before its speed is known. */
    private static final int PARTS = 8;

    /** Smaller segments are prepared quickly, and one more is a large part of a log that has few. */
    private static final int SMALL_BYTES = 1 << 22;

    private static final int ASKED = Integer.MAX_VALUE;

    private final SegmentPreparer preparer;
    private final LongSupplier nanoClock;

    private SegmentFile segment;
    private int entered;
    private long enteredNs;
    private long fillNs;
    private int lookAt;

    NextSegment(SegmentPreparer preparer) {
        this(preparer, System::nanoTime);
    }

    NextSegment(SegmentPreparer preparer, LongSupplier nanoClock) {
        this.preparer = preparer;
        this.nanoClock = nanoClock;
    }

    /**
     * Notes that the appender continues at a position of a segment, after it has filled the segment before, if there
     * was one.
     */
    void enter(SegmentFile next, int position) {
        long nowNs = nanoClock.getAsLong();
        if (room(next) < SMALL_BYTES) {
            lookAt = middle(next);
        } else if (segment == null) {
            lookAt = Math.min(position + room(next) / PARTS, middle(next));
        } else {
            fillNs = fillNs(nowNs, segment.limit);
            lookAt = position;
        }
        segment = next;
        entered = position;
        enteredNs = nowNs;
    }

    /**
     * Asks for the next segment if it is time.
     *
     * @param position up to where the segment is filled
     * @param rolls whether it may end before it is full
     */
    void check(int position, boolean rolls) {
        if (lookAt == ASKED || (position < lookAt && !rolls)) {
            return;
        }
        if (fillNs == 0) {
            fillNs = fillNs(nanoClock.getAsLong(), position);
        }
        if (rolls || position >= middle(segment) || preparer.isSlowBeside(fillNs)) {
            preparer.request(segment.number + 1);
            lookAt = ASKED;
        } else {
            lookAt = middle(segment);
        }
    }

    /** Returns the time in which a whole segment is filled at the speed since the last segment was entered. */
    private long fillNs(long nowNs, int position) {
        return (long) ((double) (nowNs - enteredNs) * room(segment) / Math.max(1, position - entered));
    }

    private static int room(SegmentFile segment) {
        return segment.limit - segment.first;
    }

    private static int middle(SegmentFile segment) {
        return segment.first + room(segment) / 2;
    }
}
