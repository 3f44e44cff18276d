package io.millrace.journal;

/**
 * The location of a frame in a journal, as a {@code long}.
 *
 * <pre>
 *  63  62                             32 31        27 26                         0
 * +---+---------------------------------+------------+----------------------------+
 * | 0 | number of the segment           | leader     | position of the header / 8 |
 * +---+---------------------------------+------------+----------------------------+
 * </pre>
 *
 * <p>The leader is that of the {@link Epoch} in which the segment was created: the number of the member that appended
 * the frame. It is zero in a journal that was never promoted. A segment belongs to one epoch, so all indexes of a
 * segment have one leader, and the frames that two members append under one segment number never share an index.
 *
 * <p>Indexes compare in the order of the frames, are known as soon as a frame is claimed, lead to it without a look-up,
 * and are never used twice. The difference of two indexes says nothing about the number of frames between them. The
 * text form is {@code segment:position} where the leader is zero, and {@code segment.leader:position} otherwise; all
 * are decimal, the position is in bytes.
 */
public final class Index {

    /** No frame; less than the index of any frame. */
    public static final long NONE = -1;

    /** The highest segment number. */
    public static final long MAX_SEGMENT = Integer.MAX_VALUE;

    /** The highest position: that of the last 8 bytes of a segment of the largest size. */
    public static final long MAX_POSITION = JournalOptions.MAX_SEGMENT_SIZE_BYTES - FrameLayout.ALIGNMENT;

    private static final int SEGMENT_SHIFT = 32;
    private static final int LEADER_SHIFT = 27;
    private static final int POSITION_SHIFT = 3;
    private static final long POSITION_MASK = (1L << LEADER_SHIFT) - 1;
    private static final long IN_SEGMENT_MASK = (1L << SEGMENT_SHIFT) - 1;

    private Index() {}

    /**
     * Returns the index of a frame in a segment whose leader is zero. With position zero it is not greater than that of
     * any frame of the segment, whatever its leader: {@link Tailer#seekNear} moves before the first of them.
     *
     * @param segment number of the segment, 0 to {@link #MAX_SEGMENT}
     * @param position position of the frame's header in bytes from the start of the segment file, a multiple of 8, 0 to
     *     {@link #MAX_POSITION}
     */
    public static long of(long segment, long position) {
        return of(segment, 0, position);
    }

    /**
     * Returns the index of a frame.
     *
     * @param segment number of the segment, 0 to {@link #MAX_SEGMENT}
     * @param leader leader of the segment's epoch, 0 to {@link Epoch#MAX_LEADER}
     * @param position position of the frame's header in bytes from the start of the segment file, a multiple of 8, 0 to
     *     {@link #MAX_POSITION}
     */
    public static long of(long segment, int leader, long position) {
        assert isIndex(segment, leader, position)
                : "segment=" + segment + " leader=" + leader + " position=" + position;
        return (segment << SEGMENT_SHIFT) | ((long) leader << LEADER_SHIFT) | (position >>> POSITION_SHIFT);
    }

    /** Returns the highest index that a frame of a segment may have, whatever its leader. */
    public static long endOf(long segment) {
        return of(segment, Epoch.MAX_LEADER, MAX_POSITION);
    }

    /** Returns the index of another position in the segment of an index, with the same leader. */
    public static long withPosition(long index, long position) {
        return of(segment(index), leader(index), position);
    }

    /** Returns the index of position zero in the segment of an index, whatever its bits. */
    static long base(long index) {
        return index & ~POSITION_MASK;
    }

    /** Returns the number of the segment. */
    public static long segment(long index) {
        return index >>> SEGMENT_SHIFT;
    }

    /** Returns the leader of the segment's epoch. */
    public static int leader(long index) {
        return (int) ((index & IN_SEGMENT_MASK) >>> LEADER_SHIFT);
    }

    /** Returns the position of the frame's header, in bytes from the start of the segment file. */
    public static long position(long index) {
        return (index & POSITION_MASK) << POSITION_SHIFT;
    }

    private static boolean isIndex(long segment, long leader, long position) {
        return segment >= 0
                && segment <= MAX_SEGMENT
                && leader >= 0
                && leader <= Epoch.MAX_LEADER
                && position >= 0
                && position <= MAX_POSITION
                && position % FrameLayout.ALIGNMENT == 0;
    }

    /** Returns {@code segment:position} or {@code segment.leader:position}, or {@code none}. */
    public static String toText(long index) {
        if (index == NONE) {
            return "none";
        }
        int leader = leader(index);
        return segment(index) + (leader == 0 ? "" : "." + leader) + ":" + position(index);
    }

    /**
     * Returns the index that {@link #toText} wrote.
     *
     * @throws JournalException if the text is not an index
     */
    public static long parse(String text) {
        if (text.equals("none")) {
            return NONE;
        }
        int colon = text.indexOf(':');
        int dot = text.lastIndexOf('.', colon);
        try {
            long segment = Long.parseLong(text, 0, Math.max(dot < 0 ? colon : dot, 0), 10);
            long leader = dot < 0 ? 0 : Long.parseLong(text, dot + 1, colon, 10);
            long position = Long.parseLong(text, colon + 1, text.length(), 10);
            if (isIndex(segment, leader, position)) {
                return of(segment, (int) leader, position);
            }
        } catch (NumberFormatException e) {
            throw malformed(text, e);
        }
        throw malformed(text, null);
    }

    private static JournalException malformed(String text, NumberFormatException cause) {
        return new JournalException(
                "index must be segment:position or segment.leader:position, leader 0 to " + Epoch.MAX_LEADER
                        + ", and position a multiple of 8 up to " + MAX_POSITION + " text=" + text,
                cause);
    }
}
