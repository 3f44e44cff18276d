package io.millrace.replication;

import io.millrace.journal.Epoch;

/**
 * A position between the frames of a replicated journal, as a {@code long}: that of the frame that starts there or will
 * start there. As an end it means everything before it.
 *
 * <pre>
 *  63          32 31    27 26            0
 * +--------------+--------+---------------+
 * | segment      | leader | offset / 8    |
 * +--------------+--------+---------------+
 * </pre>
 *
 * Positions compare in the order of the frames, since a segment has one leader. The text form is
 * {@code segment:offset}, and {@code segment.leader:offset} where the leader is not 0.
 */
public final class LogPosition {

    /** The position before all frames. */
    public static final long NONE = 0;

    /** The first offset that is too large for a position, in bytes. */
    public static final long OFFSET_LIMIT = 1L << 30;

    private static final int SEGMENT_SHIFT = 32;
    private static final int LEADER_SHIFT = 27;
    private static final int OFFSET_SHIFT = 3;
    private static final long LEADER_MASK = Epoch.MAX_LEADER;
    private static final long OFFSET_MASK = (1L << LEADER_SHIFT) - 1;

    private LogPosition() {}

    /**
     * Returns the position at an offset.
     *
     * @param segment number of the segment, 0 or more
     * @param leader number of the member that leads the segment's epoch
     * @param offset bytes from the start of the segment, a multiple of 8 below {@link #OFFSET_LIMIT}
     */
    public static long of(long segment, int leader, long offset) {
        assert segment >= 0 && segment <= Integer.MAX_VALUE : "segment=" + segment;
        assert leader >= 0 && leader <= LEADER_MASK : "leader=" + leader;
        assert (offset & 7) == 0 && offset >= 0 && offset < OFFSET_LIMIT : "offset=" + offset;
        return (segment << SEGMENT_SHIFT) | ((long) leader << LEADER_SHIFT) | (offset >>> OFFSET_SHIFT);
    }

    /** Returns the number of the segment. */
    public static long segment(long position) {
        return position >>> SEGMENT_SHIFT;
    }

    /** Returns the number of the member that leads the epoch of the segment. */
    public static int leader(long position) {
        return (int) ((position >>> LEADER_SHIFT) & LEADER_MASK);
    }

    /** Returns the bytes from the start of the segment. */
    public static long offset(long position) {
        return (position & OFFSET_MASK) << OFFSET_SHIFT;
    }

    /** Returns {@code segment:offset} or {@code segment.leader:offset}. */
    public static String toText(long position) {
        int leader = leader(position);
        return segment(position) + (leader == 0 ? "" : "." + leader) + ":" + offset(position);
    }
}
