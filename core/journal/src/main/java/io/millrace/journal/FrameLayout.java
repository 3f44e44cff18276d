package io.millrace.journal;

/**
 * The layout of a frame, and nothing else.
 *
 * <pre>
 *  position, a multiple of 8
 *  |
 *  +--------------------------------+-----------------------------------------------+---------+
 *  | header, one long               | payload, `length` bytes                       | to the  |
 *  |                                |                                               | next    |
 *  | bits  0..28  length            |                                               | multiple|
 *  | bits 29..31  state             |                                               | of 8    |
 *  | bits 32..63  checksum, or      |                                               |         |
 *  |   while claimed: writer, epoch |                                               |         |
 *  +--------------------------------+-----------------------------------------------+---------+
 *                                                                                             |
 *                                                  next frame: position + 8 + roundUp8(length)
 * </pre>
 *
 * <p>A header is stored as one long, so it is never seen in part. A header of zero means that there is no frame yet.
 * While a frame is claimed, the low 16 bits of the upper word are the writer's slot in the table and the high 16 bits
 * its epoch.
 */
final class FrameLayout {

    static final int HEADER_BYTES = 8;
    static final int ALIGNMENT = 8;

    static final int STATE_SHIFT = 29;
    static final int LENGTH_MASK = (1 << STATE_SHIFT) - 1;
    static final int CHECKSUM_SHIFT = 32;
    static final int EPOCH_SHIFT = 48;
    static final long LOW_MASK = 0xffff_ffffL;

    static final int NOTHING = 0;
    static final int CLAIMED = 1;
    static final int DATA = 2;
    static final int METADATA = 3;
    static final int PADDING = 4;
    static final int END = 5;

    private FrameLayout() {}

    static int state(long header) {
        return (int) header >>> STATE_SHIFT;
    }

    static int length(long header) {
        return (int) header & LENGTH_MASK;
    }

    static int low(long header) {
        return (int) header;
    }

    static int checksum(long header) {
        return (int) (header >>> CHECKSUM_SHIFT);
    }

    static int writer(long header) {
        return (int) (header >>> CHECKSUM_SHIFT) & 0xffff;
    }

    static int epoch(long header) {
        return (int) (header >>> EPOCH_SHIFT);
    }

    /**
     * Returns whether the upper word of a claim names a writer; for anything else that resembles a claim it rarely
     * does.
     */
    static boolean isPlausibleClaim(long header) {
        return writer(header) < OwnershipLock.WRITERS && epoch(header) != 0;
    }

    static int low(int state, int length) {
        return (state << STATE_SHIFT) | length;
    }

    static long header(int low, int checksum) {
        return ((long) checksum << CHECKSUM_SHIFT) | (low & LOW_MASK);
    }

    static long claim(int length, int writer, int epoch) {
        return header(low(CLAIMED, length), ((epoch & 0xffff) << 16) | writer);
    }

    /** Returns the bytes that a frame with this length of payload takes. */
    static int frameBytes(int length) {
        return (length + HEADER_BYTES + ALIGNMENT - 1) & -ALIGNMENT;
    }

    static int state(FrameKind kind) {
        return kind == FrameKind.DATA ? DATA : METADATA;
    }

    static FrameKind kind(int state) {
        return state == DATA ? FrameKind.DATA : FrameKind.METADATA;
    }

    static boolean holdsPayload(int state) {
        return state == DATA || state == METADATA;
    }
}
