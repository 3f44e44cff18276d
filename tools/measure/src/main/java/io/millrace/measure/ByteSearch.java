package io.millrace.measure;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Looks for bytes eight at a time, by the known test for a zero byte in a word (Warren, Hacker's Delight, 6-1). */
final class ByteSearch {
    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN)
            .withInvokeExactBehavior();
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;

    private ByteSearch() {}

    /** Returns the first offset of a byte in [from, to), or {@code to}. */
    static int indexOf(byte[] bytes, int from, int to, byte wanted) {
        long pattern = (wanted & 0xffL) * ONES;
        int at = from;
        while (to - at >= Long.BYTES) {
            long marks = marks((long) WORDS.get(bytes, at) ^ pattern);
            if (marks != 0) {
                // Marks above the lowest one may be false, the lowest one is not.
                return at + Long.numberOfTrailingZeros(marks) / Byte.SIZE;
            }
            at += Long.BYTES;
        }
        while (at < to && bytes[at] != wanted) {
            at++;
        }
        return at;
    }

    /** Returns the last offset of one of two bytes in [from, to), or {@code from - 1}. */
    static int lastIndexOf(byte[] bytes, int from, int to, byte one, byte other) {
        long first = (one & 0xffL) * ONES;
        long second = (other & 0xffL) * ONES;
        int end = to;
        while (end - from >= Long.BYTES) {
            long word = (long) WORDS.get(bytes, end - Long.BYTES);
            if ((marks(word ^ first) | marks(word ^ second)) != 0) {
                break;
            }
            end -= Long.BYTES;
        }
        while (end > from && bytes[end - 1] != one && bytes[end - 1] != other) {
            end--;
        }
        return end - 1;
    }

    /** Returns a word with the high bit of each zero byte set, and of none if no byte is zero. */
    private static long marks(long word) {
        return (word - ONES) & ~word & HIGH_BITS;
    }
}
