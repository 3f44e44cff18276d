package io.millrace.wire;

import java.lang.foreign.MemorySegment;

/**
 * Puts the characters of a short string as bytes, eight at a time: the last eight or four overlap those in front of
 * them where the length is no multiple, so that there is no loop over single characters.
 */
final class ShortAscii {
    /** The bits that no character of ASCII has, in four characters of 16 bits. */
    private static final long BEYOND = 0xFF80_FF80_FF80_FF80L;

    private ShortAscii() {}

    /**
     * Writes exactly {@code chars} bytes; false where the string is not ASCII and they mean nothing.
     *
     * @param chars the length of the string
     */
    static boolean write(String value, int chars, MemorySegment segment, long at) {
        return chars >= 8 ? writeEights(value, chars, segment, at) : writeFew(value, chars, segment, at);
    }

    private static boolean writeEights(String value, int chars, MemorySegment segment, long at) {
        int last = chars - 8;
        long seen = 0;
        int i = 0;
        while (true) {
            long even = four(value, i);
            long odd = four(value, i + 1);
            seen |= even | odd;
            segment.set(Layouts.LONG, at + i, even | odd << 8);
            if (i == last) {
                return (seen & BEYOND) == 0;
            }
            i = Math.min(i + 8, last);
        }
    }

    /** Every second of eight characters, each in 16 bits. */
    private static long four(String value, int i) {
        return value.charAt(i)
                | (long) value.charAt(i + 2) << 16
                | (long) value.charAt(i + 4) << 32
                | (long) value.charAt(i + 6) << 48;
    }

    private static boolean writeFew(String value, int chars, MemorySegment segment, long at) {
        if (chars >= 4) {
            int head = two(value, 0) | two(value, 1) << 8;
            int tail = two(value, chars - 4) | two(value, chars - 3) << 8;
            segment.set(Layouts.INT, at, head);
            segment.set(Layouts.INT, at + chars - 4, tail);
            int seen = two(value, 0) | two(value, 1) | two(value, chars - 4) | two(value, chars - 3);
            return (seen & (int) BEYOND) == 0;
        }
        int seen = 0;
        for (int i = 0; i < chars; i++) {
            char c = value.charAt(i);
            seen |= c;
            segment.set(Layouts.BYTE, at + i, (byte) c);
        }
        return seen < 0x80;
    }

    /** A character and the second behind it, each in 16 bits. */
    private static int two(String value, int i) {
        return value.charAt(i) | value.charAt(i + 2) << 16;
    }
}
