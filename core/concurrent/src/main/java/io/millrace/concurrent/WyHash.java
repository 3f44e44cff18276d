package io.millrace.concurrent;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * wyhash, final version 4.2, of Wang Yi: a hash of 64 bits that takes 48 bytes at a time with three independent
 * multiplications. It distributes well and is fast for short inputs such as messages; it does not resist an attacker
 * that searches for collisions.
 *
 * <p>The result is the published one, with the published default secret, on every platform. All methods are pure and
 * may be called by any thread.
 *
 * @see <a href="https://github.com/wangyi-fudan/wyhash">wyhash, with test vectors</a>
 */
public final class WyHash {

    private static final long SECRET_0 = 0x2d358dccaa6c78a5L;
    private static final long SECRET_1 = 0x8bb84b93962eacc9L;
    private static final long SECRET_2 = 0x4b33a62ed433d4a3L;
    private static final long SECRET_3 = 0x4d5a2da51de1aa47L;

    private static final int ROUND = 16;
    private static final int STRIDE = 48;

    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private WyHash() {}

    /**
     * Returns the hash of {@code length} bytes at {@code offset}.
     *
     * @param length the number of bytes, 0 or more
     * @param seed any value; another seed gives another hash
     * @throws IndexOutOfBoundsException if the bytes are not all in the segment
     * @throws IllegalStateException if the segment is closed
     */
    public static long hash(MemorySegment segment, long offset, int length, long seed) {
        long mixed = mixed(seed);
        if (length <= ROUND) {
            return ofShort(segment, offset, length, mixed);
        }
        long end = offset + length;
        long at = offset;
        int rest = length;
        if (length >= STRIDE) {
            rest = length % STRIDE;
            at = end - rest;
            mixed = ofStrides(segment, offset, at, mixed);
        }
        if (rest > ROUND) {
            mixed = mix(segment.get(LONG, at) ^ SECRET_1, segment.get(LONG, at + 8) ^ mixed);
            if (rest > 2 * ROUND) {
                mixed = mix(segment.get(LONG, at + 16) ^ SECRET_1, segment.get(LONG, at + 24) ^ mixed);
            }
        }
        return last(segment.get(LONG, end - 16), segment.get(LONG, end - 8), length, mixed);
    }

    private static long ofStrides(MemorySegment segment, long from, long to, long seed) {
        long first = seed;
        long second = seed;
        long third = seed;
        for (long at = from; at < to; at += STRIDE) {
            first = mix(segment.get(LONG, at) ^ SECRET_1, segment.get(LONG, at + 8) ^ first);
            second = mix(segment.get(LONG, at + 16) ^ SECRET_2, segment.get(LONG, at + 24) ^ second);
            third = mix(segment.get(LONG, at + 32) ^ SECRET_3, segment.get(LONG, at + 40) ^ third);
        }
        return first ^ second ^ third;
    }

    private static long ofShort(MemorySegment segment, long offset, int length, long seed) {
        if (length >= 4) {
            long end = offset + length;
            int inner = (length >>> 3) << 2;
            long low = (word(segment, offset) << 32) | word(segment, offset + inner);
            long high = (word(segment, end - 4) << 32) | word(segment, end - 4 - inner);
            return last(low, high, length, seed);
        }
        if (length > 0) {
            long low = ((segment.get(ValueLayout.JAVA_BYTE, offset) & 0xffL) << 16)
                    | ((segment.get(ValueLayout.JAVA_BYTE, offset + (length >>> 1)) & 0xffL) << 8)
                    | (segment.get(ValueLayout.JAVA_BYTE, offset + length - 1) & 0xffL);
            return last(low, 0, length, seed);
        }
        return last(0, 0, 0, seed);
    }

    /** Returns the hash of no bytes. */
    public static long ofNothing(long seed) {
        return last(0, 0, 0, mixed(seed));
    }

    private static long mixed(long seed) {
        return seed ^ mix(seed ^ SECRET_0, SECRET_1);
    }

    private static long last(long low, long high, int length, long seed) {
        long a = low ^ SECRET_1;
        long b = high ^ seed;
        return mix((a * b) ^ SECRET_0 ^ length, Math.unsignedMultiplyHigh(a, b) ^ SECRET_1);
    }

    private static long mix(long a, long b) {
        return (a * b) ^ Math.unsignedMultiplyHigh(a, b);
    }

    private static long word(MemorySegment segment, long offset) {
        return segment.get(INT, offset) & 0xffff_ffffL;
    }
}
