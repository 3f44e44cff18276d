package io.millrace.wire;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;

/**
 * Reusable bytes of any length: reading the next message replaces the content, which allocates nothing once the buffer
 * is large enough. Fields and parameters that are declared {@code Bytes} are written as {@code byte[]} is, in every
 * format. Equal where the content is. One thread at a time.
 */
public final class Bytes implements Comparable<Bytes> {
    private static final int INITIAL = 16;
    private static final int SHOWN = 32;

    private byte[] bytes = new byte[INITIAL];
    private int length;

    /** Creates bytes of length 0. */
    public Bytes() {}

    /** Returns a copy of an array. */
    public static Bytes of(byte... content) {
        return new Bytes().set(content, 0, content.length);
    }

    /** Replaces the content by a copy. */
    public Bytes set(byte[] from, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, from.length);
        reserve(count);
        System.arraycopy(from, offset, bytes, 0, count);
        length = count;
        return this;
    }

    /** Replaces the content by a copy. */
    public Bytes set(MemorySegment from, long offset, int count) {
        Objects.checkFromIndexSize(offset, count, from.byteSize());
        fill(from, offset, count);
        return this;
    }

    /** Replaces the content by bytes of a message that is being read. */
    void fill(MemorySegment from, long offset, int count) {
        reserve(count);
        MemoryAccess.copy(from, offset, bytes, 0, count);
        length = count;
    }

    /** Provides space, of which the content is undefined; the length is zero meanwhile. */
    private void reserve(int count) {
        length = 0;
        if (bytes.length < count) {
            bytes = new byte[Math.max(count, (int) Math.min(2L * bytes.length, Integer.MAX_VALUE - 64))];
        }
    }

    /** Removes the content. */
    public void clear() {
        length = 0;
    }

    /** Returns how many bytes there are. */
    public int length() {
        return length;
    }

    /** Returns the byte at a position from 0 on. */
    public byte byteAt(int index) {
        return bytes[Objects.checkIndex(index, length)];
    }

    /** Copies bytes to an array. */
    public void copyTo(byte[] target, int offset) {
        System.arraycopy(bytes, 0, target, offset, length);
    }

    /** Copies bytes to memory. */
    public void copyTo(MemorySegment target, long offset) {
        writeTo(target, offset);
    }

    /** Copies the bytes to where a message is written. */
    void writeTo(MemorySegment target, long offset) {
        MemoryAccess.copy(bytes, 0, target, offset, length);
    }

    /** Returns a new array of the bytes. */
    public byte[] toByteArray() {
        return Arrays.copyOf(bytes, length);
    }

    /** Compares the bytes as unsigned numbers, then the lengths. */
    @Override
    public int compareTo(Bytes other) {
        return Arrays.compareUnsigned(bytes, 0, length, other.bytes, 0, other.length);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Bytes that && Arrays.equals(bytes, 0, length, that.bytes, 0, that.length);
    }

    /** Returns the hash code of an array with the same bytes. */
    @Override
    public int hashCode() {
        int hash = 1;
        for (int i = 0; i < length; i++) {
            hash = 31 * hash + bytes[i];
        }
        return hash;
    }

    /** Returns the length and the first bytes in hexadecimal. */
    @Override
    public String toString() {
        int shown = Math.min(length, SHOWN);
        return length + " bytes " + HexFormat.of().formatHex(bytes, 0, shown) + (shown < length ? "..." : "");
    }
}
