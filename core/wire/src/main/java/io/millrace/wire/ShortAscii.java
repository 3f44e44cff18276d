package io.millrace.wire;

import java.lang.foreign.MemorySegment;

/**
 * Writes a short string after its length, eight characters at a time. If the length is not a multiple of eight, the
 * last eight characters overlap the ones before. Up to seven characters and their length are written as one word.
 */
final class ShortAscii {
    /** The bits that are zero in ASCII, in four characters of 16 bits. */
    private static final long BEYOND = 0xFF80_FF80_FF80_FF80L;

    private ShortAscii() {}

    /** Returns the byte in front of a string of so many bytes, at most 126. */
    static int head(int bytes) {
        return (bytes + 1) << 1 | 1;
    }

    /**
     * Writes the length and the characters; returns false if the string is not ASCII, and then the written bytes are
     * invalid.
     *
     * @param chars the length of the string, at most 126
     * @param at the offset to write at, with space for the characters and one more word
     */
    static boolean write(String value, int chars, MemorySegment segment, long at) {
        if (chars < 8) {
            return writeWord(value, chars, segment, at);
        }
        MemoryAccess.setByte(segment, at, (byte) head(chars));
        long first = at + 1;
        int last = chars - 8;
        long seen = 0;
        int i = 0;
        while (true) {
            long even = four(value, i);
            long odd = four(value, i + 1);
            seen |= even | odd;
            MemoryAccess.setLong(segment, first + i, even | odd << 8);
            if (i == last) {
                return (seen & BEYOND) == 0;
            }
            i = Math.min(i + 8, last);
        }
    }

    /** Returns every second of eight characters, each in 16 bits. */
    private static long four(String value, int i) {
        return value.charAt(i)
                | (long) value.charAt(i + 2) << 16
                | (long) value.charAt(i + 4) << 32
                | (long) value.charAt(i + 6) << 48;
    }

    private static boolean writeWord(String value, int chars, MemorySegment segment, long at) {
        long word = 0;
        int seen = 0;
        if (chars >= 4) {
            int front = two(value, 0) | two(value, 1) << 8;
            int back = two(value, chars - 4) | two(value, chars - 3) << 8;
            seen = two(value, 0) | two(value, 1) | two(value, chars - 4) | two(value, chars - 3);
            word = Integer.toUnsignedLong(front) | (Integer.toUnsignedLong(back) << (8 * (chars - 4)));
        } else if (chars > 0) { // up to three characters: the first, the middle and the last are all of them
            char first = value.charAt(0);
            char middle = value.charAt(chars >> 1);
            char last = value.charAt(chars - 1);
            seen = first | middle | last;
            word = first | (middle << (8 * (chars >> 1))) | (last << (8 * (chars - 1)));
        }
        MemoryAccess.setLong(segment, at, word << 8 | head(chars));
        return (seen & (int) BEYOND) == 0;
    }

    /** Returns a character and the one two positions later, each in 16 bits. */
    private static int two(String value, int i) {
        return value.charAt(i) | value.charAt(i + 2) << 16;
    }
}
