package io.millrace.journal;

/**
 * The location of a frame in a journal, as a {@code long}: the number of its segment in the high half, and the byte
 * position of its header in that segment, divided by eight, in the low half.
 *
 * <p>Indexes compare in the order of the frames, are known as soon as a frame is claimed, lead to it without a look-up,
 * and are never used twice. The difference of two indexes says nothing about the number of frames between them. The
 * text form is {@code segment:position}, both decimal, the position in bytes.
 */
public final class Index {

    /** No frame; less than the index of any frame. */
    public static final long NONE = -1;

    /** The highest segment number. */
    public static final long MAX_SEGMENT = Integer.MAX_VALUE;

    private static final int SEGMENT_SHIFT = 32;
    private static final int POSITION_SHIFT = 3;
    private static final long POSITION_MASK = 0xffff_ffffL;

    private Index() {}

    /**
     * Returns the index of a frame.
     *
     * @param segment number of the segment, 0 to {@link #MAX_SEGMENT}
     * @param position position of the frame's header in bytes from the start of the segment file, a multiple of 8 below
     *     32 GiB
     */
    public static long of(long segment, long position) {
        assert segment >= 0 && segment <= MAX_SEGMENT : "segment=" + segment;
        assert (position & 7) == 0 && position >>> POSITION_SHIFT <= POSITION_MASK : "position=" + position;
        return (segment << SEGMENT_SHIFT) | (position >>> POSITION_SHIFT);
    }

    /** Returns the number of the segment. */
    public static long segment(long index) {
        return index >>> SEGMENT_SHIFT;
    }

    /** Returns the position of the frame's header, in bytes from the start of the segment file. */
    public static long position(long index) {
        return (index & POSITION_MASK) << POSITION_SHIFT;
    }

    /** Returns {@code segment:position}, or {@code none}. */
    public static String toText(long index) {
        return index == NONE ? "none" : segment(index) + ":" + position(index);
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
        try {
            long segment = Long.parseLong(text, 0, Math.max(colon, 0), 10);
            long position = Long.parseLong(text, colon + 1, text.length(), 10);
            if (segment >= 0
                    && segment <= MAX_SEGMENT
                    && position >= 0
                    && (position & 7) == 0
                    && position >>> POSITION_SHIFT <= POSITION_MASK) {
                return of(segment, position);
            }
        } catch (NumberFormatException e) {
            throw malformed(text, e);
        }
        throw malformed(text, null);
    }

    private static JournalException malformed(String text, NumberFormatException cause) {
        return new JournalException("index must be segment:position, and position a multiple of 8 text=" + text, cause);
    }
}
