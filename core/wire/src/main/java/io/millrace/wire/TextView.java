package io.millrace.wire;

import java.lang.foreign.MemorySegment;

/**
 * Text that is filled again by the next message, so that reading it allocates nothing once it has grown to its longest:
 * what a field or parameter declared {@code CharSequence} holds after it was read, except in a record. Whoever wants to
 * keep the text calls {@link #toString}. One thread at a time.
 */
public final class TextView implements CharSequence, Comparable<TextView> {
    private static final int INITIAL = 16;

    private byte[] bytes = new byte[INITIAL];
    /** Used where the text is not ASCII. */
    private char[] chars;

    private boolean ascii = true;
    private int length;

    /** An empty text. */
    public TextView() {}

    /** Takes over strict UTF-8; {@code start} is where the message begins, from which offsets in errors count. */
    void fill(MemorySegment segment, long offset, int byteCount, long start) {
        if (bytes.length < byteCount) {
            bytes = new byte[Math.max(byteCount, 2 * bytes.length)];
        }
        length = 0; // nothing of the earlier text is left where this one turns out to be malformed
        MemoryAccess.copy(segment, offset, bytes, 0, byteCount);
        int seen = 0;
        for (int i = 0; i < byteCount; i++) {
            seen |= bytes[i];
        }
        ascii = seen >= 0;
        length = ascii ? byteCount : decode(byteCount, offset - start);
    }

    private int decode(int byteCount, long offset) {
        if (chars == null || chars.length < byteCount) {
            chars = new char[bytes.length];
        }
        int at = 0;
        int count = 0;
        while (at < byteCount) {
            int size = Utf8.sequence(bytes, at, byteCount);
            if (size == 0) {
                throw new WireFormatException("this is not UTF-8 byte=0x" + Integer.toHexString(bytes[at] & 0xFF)
                        + " offset=" + (offset + at));
            }
            int point = size == 1 ? bytes[at] : bytes[at] & 0xFF >> (size + 1);
            for (int i = 1; i < size; i++) {
                point = point << 6 | (bytes[at + i] & 0x3F);
            }
            count += Character.toChars(point, chars, count);
            at += size;
        }
        return count;
    }

    @Override
    public int length() {
        return length;
    }

    @Override
    public char charAt(int index) {
        if (index < 0 || index >= length) {
            throw new IndexOutOfBoundsException("index=" + index + " length=" + length);
        }
        return ascii ? (char) bytes[index] : chars[index];
    }

    @Override
    public String subSequence(int start, int end) {
        return toString().substring(start, end);
    }

    /** A string of its own. */
    @Override
    @SuppressWarnings("deprecation") // the deprecated constructor takes ASCII bytes without a look at each
    public String toString() {
        return ascii ? new String(bytes, 0, 0, length) : new String(chars, 0, length);
    }

    @Override
    public int compareTo(TextView other) {
        int both = Math.min(length, other.length);
        for (int i = 0; i < both; i++) {
            int order = charAt(i) - other.charAt(i);
            if (order != 0) {
                return order;
            }
        }
        return length - other.length;
    }

    /** Whether the other is a view of the same text; other text is compared by {@link CharSequence#compare}. */
    @Override
    public boolean equals(Object other) {
        return other instanceof TextView that && length == that.length && compareTo(that) == 0;
    }

    /** As that of a string with the same characters. */
    @Override
    public int hashCode() {
        int hash = 0;
        for (int i = 0; i < length; i++) {
            hash = 31 * hash + charAt(i);
        }
        return hash;
    }

    /** Copies the text as ASCII bytes, where it is ASCII. */
    boolean copyAscii(MemorySegment segment, long offset) {
        if (ascii) {
            MemoryAccess.copy(bytes, 0, segment, offset, length);
        }
        return ascii;
    }
}
