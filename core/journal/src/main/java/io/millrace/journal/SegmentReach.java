package io.millrace.journal;

/**
 * Returns how far frames were published in a segment, according to its hint and its sparse index. A reader that finds
 * no frame before that position has found a loss and not the end: recovery, verification, and everything that reads.
 *
 * <p>Why there is no false alarm beside a living writer: Frames are published in order of position: a single owner
 * stores headers one after another, several writers claim a position only once the header before it is not zero any
 * more. The hint and an entry are stored, with release semantics, after all frames before the position that they name
 * were published, and name no position after an open claim. A header never becomes zero, nor a claim again, while a
 * journal can be read, except when recovery discards it after the machine went down. So if a reader reads a header,
 * then the hint or an entry with acquire semantics, and then the same header again, and finds the header unchanged and
 * a whole frame or entry after it, then no order of steps of living writers explains this. The argument rests on the
 * second read of the header: between the first and the hint any number of frames may have been published.
 *
 * <p>After the machine went down, pages may be missing in any order, so that the known reach may exceed the frames.
 * This is still not the end: the next opening for writing makes it the end, and clears the hint and the entries after
 * it. Instances belong to one thread.
 */
final class SegmentReach {

    private final FrameWalk walk = new FrameWalk();
    private final SparseIndex index = new SparseIndex();

    /**
     * Returns the position up to which published frames reach at least, or zero where nothing is known.
     *
     * <p>The hint has no checksum, so it is trusted only where it refers to a whole frame.
     */
    long of(SegmentFile segment) {
        int hint = segment.hintAcquire();
        long reach = walk.isFrame(segment, hint) ? hint + 1L : 0;
        SparseIndex.Entry closing = index.get(segment, SparseIndex.CLOSING_ENTRY);
        if (closing != null) {
            reach = Math.max(reach, closing.position() + 1L); // an end mark is at its position
        }
        SparseIndex.Entry last = index.last(segment);
        return last == null ? reach : Math.max(reach, last.position());
    }

    /**
     * Returns the same as {@link #of}, or more where the hint refers to a position without a frame: a hint is stored
     * after its frame is published, so that frame is lost. Only for the same run of the machine; in another run the
     * page of the hint may be newer than that of the frame, as at any torn tail.
     */
    long withLostFrame(SegmentFile segment) {
        int hint = segment.hintAcquire();
        boolean isPlace = hint >= segment.first && hint < segment.limit && hint % FrameLayout.ALIGNMENT == 0;
        return Math.max(of(segment), isPlace && segment.headerAcquire(hint) == 0 ? hint + 1L : 0);
    }

    /**
     * Returns whether {@link #of} may exceed a position, at the cost of three loads: the hint or the next entry is set
     * for a later position. Where their pages are lost, a later entry may still know more.
     */
    boolean mayExceed(SegmentFile segment, int position) {
        if (segment.hintAcquire() >= position || SparseIndex.isStored(segment, SparseIndex.CLOSING_ENTRY)) {
            return true;
        }
        int next = SparseIndex.boundary(segment, position) + 1;
        return next < segment.prologue.entries() && SparseIndex.isStored(segment, next);
    }
}
