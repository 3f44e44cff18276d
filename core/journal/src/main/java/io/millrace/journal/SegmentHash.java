package io.millrace.journal;

/**
 * The running hash of a segment: of the headers of all its frames, padding and end marks included, from the first. A
 * header contains the checksum of its frame, so two segments with the same hash up to a boundary have the same frames
 * before it. A call for a later boundary of the same segment continues where the last call has ended. Belongs to one
 * thread.
 *
 * <pre>
 *   h = 0;  for each header:  h = mix(h xor S0, header xor S1)
 * </pre>
 *
 * <p>{@code mix}, {@code S0} and {@code S1} are those of wyhash.
 */
final class SegmentHash {

    private static final long SECRET_0 = 0x2d358dccaa6c78a5L;
    private static final long SECRET_1 = 0x8bb84b93962eacc9L;

    private static final long NONE = -1;

    private final FrameWalk walk = new FrameWalk();

    private long number = NONE;
    private int at;
    private long hash;

    /**
     * Returns the hash of the frames before a position.
     *
     * @throws JournalException if no frame starts or ends there
     */
    long before(SegmentFile segment, int position) {
        if (segment.number != number || position < at) {
            number = segment.number;
            at = segment.first;
            hash = 0;
        }
        while (at < position) {
            long header = segment.headerAcquire(at);
            int state = FrameLayout.state(header);
            if (state == FrameLayout.NOTHING || state == FrameLayout.CLAIMED) {
                break;
            }
            int next = after(segment, at, header);
            if (next > position) {
                break;
            }
            hash = mix(hash ^ SECRET_0, header ^ SECRET_1);
            at = next;
        }
        if (at != position) {
            throw new JournalException("no frame starts or ends here file=" + segment.file() + " index="
                    + Index.toText(segment.index(position)) + " last=" + Index.toText(segment.index(at)));
        }
        return hash;
    }

    /** Returns where the frames that a segment has now end, after its end mark if it has one. */
    int end(SegmentFile segment) {
        int tail = walk.tail(segment);
        boolean ended = FrameLayout.state(segment.headerAcquire(tail)) == FrameLayout.END;
        return ended ? tail + FrameLayout.HEADER_BYTES : tail;
    }

    /** Forgets what was hashed, since frames may have been cut. */
    void reset() {
        number = NONE;
    }

    /** Returns where a published frame ends, an end mark included. */
    static int after(SegmentFile segment, int position, long header) {
        return FrameLayout.state(header) == FrameLayout.END
                ? position + FrameLayout.HEADER_BYTES
                : segment.next(position, header);
    }

    private static long mix(long a, long b) {
        return Math.unsignedMultiplyHigh(a, b) ^ (a * b);
    }
}
