package io.millrace.journal;

/** Finds frames in a segment by walking from the nearest known frame. An instance belongs to one thread. */
final class FrameWalk {

    private final SparseIndex index = new SparseIndex();

    /** The end of the published frames of a journal: the index that the next frame would have. */
    record Tail(long place) {

        long segment() {
            return Index.segment(place);
        }

        int position() {
            return (int) Index.position(place);
        }
    }

    /**
     * Returns where the published frames of a segment end: the position of the first header that is zero, a claim or an
     * end mark. Walks from the hint if that is a frame, else from the last entry of the sparse index.
     */
    int tail(SegmentFile segment) {
        return walk(segment, startNearTail(segment), Integer.MAX_VALUE);
    }

    /** Walks to the first frame at or after {@code target}, or to the end of the published frames if that is before. */
    int walk(SegmentFile segment, int from, int target) {
        int at = from;
        while (at < target) {
            long header = segment.headerAcquire(at);
            int state = FrameLayout.state(header);
            if (state == FrameLayout.NOTHING || state == FrameLayout.CLAIMED || state == FrameLayout.END) {
                return at;
            }
            at = segment.next(at, header);
        }
        return at;
    }

    /** Returns the start of a frame at or before {@code position}. */
    int floor(SegmentFile segment, int position) {
        return index.floor(segment, position);
    }

    /** Returns the position of the last data or metadata frame before {@code end}, or -1. */
    int lastBefore(SegmentFile segment, int end) {
        int from = end;
        while (from > segment.first) {
            int until = from;
            from = index.floor(segment, until - FrameLayout.ALIGNMENT);
            int last = -1;
            for (int at = from; at < until; ) {
                long header = segment.headerAcquire(at);
                if (FrameLayout.holdsPayload(FrameLayout.state(header))) {
                    last = at;
                }
                at = segment.next(at, header);
            }
            if (last >= 0) {
                return last;
            }
        }
        return -1;
    }

    /**
     * Returns the position of the last data or metadata frame before {@code end}, or -1, searching from a hint first.
     */
    int lastFrom(SegmentFile segment, int hint, int end) {
        if (hint >= end || !isFrame(segment, hint)) {
            return lastBefore(segment, end);
        }
        int last = hint;
        for (int at = hint; at < end; ) {
            long header = segment.headerAcquire(at);
            if (FrameLayout.holdsPayload(FrameLayout.state(header))) {
                last = at;
            }
            at = segment.next(at, header);
        }
        return last;
    }

    private int startNearTail(SegmentFile segment) {
        int hint = segment.hintAcquire();
        if (isFrame(segment, hint)) {
            return hint;
        }
        SparseIndex.Entry last = index.last(segment);
        return last == null ? segment.first : last.position();
    }

    /** Returns whether a data or metadata frame starts at a position of the segment. */
    SeekResult find(SegmentFile segment, int position) {
        int at = walk(segment, index.floor(segment, position), position);
        int state = FrameLayout.state(segment.headerAcquire(at));
        if (at == position && FrameLayout.holdsPayload(state)) {
            return SeekResult.FOUND;
        }
        return at <= position && (state == FrameLayout.NOTHING || state == FrameLayout.CLAIMED)
                ? SeekResult.BEYOND_END
                : SeekResult.NOT_A_FRAME;
    }

    /** Checks the end of a walk to a position that frames do not reach. */
    void checkEnd(SegmentFile segment, int position, EndCheck ends) {
        int at = walk(segment, index.floor(segment, position), position);
        long header = segment.headerAcquire(at);
        if (FrameLayout.state(header) <= FrameLayout.CLAIMED) {
            ends.check(segment, at, header);
        }
    }

    /** Returns the start of a frame before which everything was published before a time. */
    int startBefore(SegmentFile segment, long epochMs) {
        for (int entry = segment.prologue.entries() - 1; entry > 0; entry--) {
            SparseIndex.Entry found = index.get(segment, entry);
            if (found != null && found.clockMs() < epochMs) {
                return found.position();
            }
        }
        return segment.first;
    }

    /**
     * Checks a frame that is not returned to a reader.
     *
     * @throws JournalDamagedException if it does not fit or has a wrong checksum
     */
    void check(SegmentFile segment, int position, long header) {
        if (FrameLayout.state(header) != FrameLayout.END) {
            segment.next(position, header);
        }
        int expected = expected(segment, position, header);
        if (expected != FrameLayout.checksum(header)) {
            throw segment.damaged(position, header, expected);
        }
    }

    /** Returns whether a complete data or metadata frame is at a position that no index or walk has confirmed. */
    boolean isFrame(SegmentFile segment, int position) {
        if (position < segment.first || position >= segment.limit || position % FrameLayout.ALIGNMENT != 0) {
            return false;
        }
        long header = segment.headerAcquire(position);
        return FrameLayout.holdsPayload(FrameLayout.state(header)) && isWhole(segment, position, header);
    }

    /** Returns whether a published frame fits and has its checksum. */
    boolean isWhole(SegmentFile segment, int position, long header) {
        int length = FrameLayout.length(header);
        boolean fits = FrameLayout.state(header) == FrameLayout.END // an end mark may be at the limit itself
                ? length == 0
                : FrameLayout.frameBytes(length) <= segment.limit - position;
        return fits && FrameLayout.checksum(header) == expected(segment, position, header);
    }

    /** Returns the checksum that a frame with this header must have. */
    int expected(SegmentFile segment, int position, long header) {
        int low = FrameLayout.low(header);
        long index = segment.index(position);
        return FrameLayout.holdsPayload(FrameLayout.state(header))
                ? FrameChecksum.of(
                        segment.memory, position + FrameLayout.HEADER_BYTES, FrameLayout.length(header), index, low)
                : FrameChecksum.ofHeader(index, low);
    }
}
