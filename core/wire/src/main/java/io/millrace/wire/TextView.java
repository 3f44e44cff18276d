package io.millrace.wire;

import java.lang.foreign.MemorySegment;
import java.util.Objects;

/**
 * A reusable text: reading the next message replaces its content, which allocates nothing once the buffer is large
 * enough. After reading, fields and parameters that are declared {@code CharSequence} hold such a view, except in
 * records. To keep the text, call {@link #toString}. One thread at a time.
 */
public final class TextView implements CharSequence, Comparable<TextView> {
    private static final int INITIAL = 16;

    private byte[] bytes = new byte[INITIAL];
    /** Used if the text is not ASCII. */
    private char[] chars;

    private boolean ascii = true;
    private int length;

    /** Creates an empty text. */
    public TextView() {}

    /**
     * Replaces the content by text in ISO 8859-1, one character a byte.
     *
     * @param from the bytes, of which {@code count} from {@code offset} on are copied
     */
    public TextView set(byte[] from, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, from.length);
        if (bytes.length < count) {
            bytes = new byte[Math.max(count, 2 * bytes.length)];
        }
        System.arraycopy(from, offset, bytes, 0, count);
        int seen = 0;
        for (int i = 0; i < count; i++) {
            seen |= bytes[i];
        }
        ascii = seen >= 0;
        if (!ascii) {
            if (chars == null || chars.length < count) {
                chars = new char[bytes.length];
            }
            for (int i = 0; i < count; i++) {
                chars[i] = (char) (bytes[i] & 0xFF);
            }
        }
        length = count;
        return this;
    }

    /** Removes the content. */
    public void clear() {
        ascii = true;
        length = 0;
    }

    /** Copies text in strict UTF-8. Offsets in errors count from {@code start}, where the message begins. */
    void fill(MemorySegment segment, long offset, int byteCount, long start) {
        if (bytes.length < byteCount) {
            bytes = new byte[Math.max(byteCount, 2 * bytes.length)];
        }
        length = 0; // if this text is malformed, nothing of the earlier one is left
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

    /** Returns a copy of the text. */
    @Override
    @SuppressWarnings("deprecation") // the deprecated constructor does not validate each ASCII byte
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

    /**
     * Returns whether the other is a view of the same text; for other kinds of text use {@link CharSequence#compare}.
     */
    @Override
    public boolean equals(Object other) {
        return other instanceof TextView that && length == that.length && compareTo(that) == 0;
    }

    /** Returns the hash code of a string with the same characters. */
    @Override
    public int hashCode() {
        int hash = 0;
        for (int i = 0; i < length; i++) {
            hash = 31 * hash + charAt(i);
        }
        return hash;
    }

    /** Copies the text as ASCII bytes; returns false and copies nothing if it is not ASCII. */
    boolean copyAscii(MemorySegment segment, long offset) {
        if (ascii) {
            MemoryAccess.copy(bytes, 0, segment, offset, length);
        }
        return ascii;
    }
}
