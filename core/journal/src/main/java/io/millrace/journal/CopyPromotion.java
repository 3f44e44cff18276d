package io.millrace.journal;

import io.millrace.memory.Access;

/**
 * Makes a copy the source: ends its last segment and creates the first one of a new epoch, where appends continue. Each
 * step leaves a segment that ended before the next, so a process or machine that goes down meanwhile leaves a copy that
 * ends with empty segments of the new epoch, or the source; the same promotion again completes it. Everything is on the
 * storage device before the next step.
 */
final class CopyPromotion {

    private static final int LOOKED_AT = 4;

    private final CopySegments segments;
    private final JournalTable table;
    private final JournalOptions options;

    CopyPromotion(CopySegments segments, JournalTable table, JournalOptions options) {
        this.segments = segments;
        this.table = table;
        this.options = options;
    }

    /**
     * Promotes a copy whose frames are all on the storage device.
     *
     * @param last number of its last segment, or one less than its first if it has none
     * @param minSegment the first segment of the epoch has this number or a higher one
     */
    void run(Epoch epoch, long last, long minSegment) {
        long present = last;
        long segmentSizeBytes = sizeBytes(last);
        boolean isSame = present >= table.firstKept() && check(epoch, present);
        long target = Math.max(minSegment, isSame ? present : present + 1);
        while (present < target || !isOpen(present)) {
            long next = present + 1;
            long sizeBytes = next < target ? JournalOptions.MIN_SEGMENT_SIZE_BYTES : segmentSizeBytes;
            SegmentPrologue prologue =
                    SegmentPrologue.of(next, table.id(), epoch, options.clock().millis(), sizeBytes);
            segments.createDurable(prologue).close();
            if (present >= table.firstKept()) {
                end(present);
            }
            present = next;
        }
        table.setAppends(AppendOrder.ALLOWED); // not fenced any more, if it was
        table.setRole(JournalRole.SOURCE, epoch.leader());
    }

    /**
     * Returns the size of the first segment of the next epoch: that of the largest of the last ones, since segments
     * that only fill a gap of numbers are small; that of the options where there is none.
     */
    long sizeBytes(long last) {
        long largest = 0;
        for (long number = last; number >= table.firstKept() && number > last - LOOKED_AT; number--) {
            try (SegmentFile segment = open(number)) {
                largest = Math.max(largest, segment.sizeBytes());
            }
        }
        return largest == 0 ? options.segmentSizeBytes() : largest;
    }

    /** Returns whether the last segment belongs to the epoch already, from a promotion that was interrupted. */
    private boolean check(Epoch epoch, long last) {
        try (SegmentFile segment = open(last)) {
            int order = segment.epoch().compareTo(epoch);
            if (order > 0 || (order == 0 && !segment.isEmpty() && isOpen(last))) {
                throw new JournalException("copy cannot be promoted to an epoch that it has frames of, or a lower one"
                        + " directory=" + segments.directory() + " epoch=" + epoch + " last=" + segment.epoch());
            }
            return order == 0;
        }
    }

    private boolean isOpen(long number) {
        try (SegmentFile segment = open(number)) {
            return FrameLayout.state(segment.headerAcquire(new FrameWalk().tail(segment))) != FrameLayout.END;
        }
    }

    private void end(long number) {
        try (SegmentFile segment = open(number)) {
            int tail = new FrameWalk().tail(segment);
            if (FrameLayout.state(segment.headerAcquire(tail)) == FrameLayout.END) {
                return;
            }
            SegmentTail.end(segment, tail);
            segments.injector().reached(FailPoint.SEGMENT_ENDED);
            SegmentTail.force(segment, segments.injector());
        }
    }

    private SegmentFile open(long number) {
        return SegmentFile.open(segments.directory(), number, table.id(), Access.READ_WRITE);
    }
}
