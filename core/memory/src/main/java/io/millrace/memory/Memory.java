package io.millrace.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Ordered access to a memory segment at a byte offset, always little endian.
 *
 * <p>The offset of an ordered access must be a multiple of the size of the value, in a segment that is aligned to it
 * (a mapping or native memory is; an array of bytes is not). The name says the memory order: {@code Plain} promises
 * nothing between threads, {@code Opaque} only that the value is not torn and is seen eventually, {@code Acquire}
 * and {@code Release} pair up, {@code Volatile} is totally ordered, and the read-modify-write operations are volatile.
 * Every method throws {@link IndexOutOfBoundsException} outside the segment and {@link IllegalStateException} once
 * the segment is closed.
 */
public final class Memory {

    /** A long of eight bytes, little endian, aligned. */
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);

    /** A long of eight bytes, little endian, at any offset. */
    private static final ValueLayout.OfLong LONG_UNALIGNED =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    /** An int of four bytes, little endian, aligned. */
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN);

    /** An int of four bytes, little endian, at any offset. */
    private static final ValueLayout.OfInt INT_UNALIGNED =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private static final VarHandle LONGS = LONG.varHandle();
    private static final VarHandle INTS = INT.varHandle();

    private Memory() {}

    /** Returns the long at {@code offset}, which need not be aligned. */
    public static long getLongPlain(MemorySegment segment, long offset) {
        return segment.get(LONG_UNALIGNED, offset);
    }

    /** Returns the long at {@code offset}. */
    public static long getLongOpaque(MemorySegment segment, long offset) {
        return (long) LONGS.getOpaque(segment, offset);
    }

    /** Returns the long at {@code offset}; later accesses are not moved before it. */
    public static long getLongAcquire(MemorySegment segment, long offset) {
        return (long) LONGS.getAcquire(segment, offset);
    }

    /** Returns the long at {@code offset}. */
    public static long getLongVolatile(MemorySegment segment, long offset) {
        return (long) LONGS.getVolatile(segment, offset);
    }

    /** Stores a long at {@code offset}, which need not be aligned. */
    public static void setLongPlain(MemorySegment segment, long offset, long value) {
        segment.set(LONG_UNALIGNED, offset, value);
    }

    /** Stores a long at {@code offset}. */
    public static void setLongOpaque(MemorySegment segment, long offset, long value) {
        LONGS.setOpaque(segment, offset, value);
    }

    /** Stores a long at {@code offset}; earlier accesses are not moved after it. */
    public static void setLongRelease(MemorySegment segment, long offset, long value) {
        LONGS.setRelease(segment, offset, value);
    }

    /** Stores a long at {@code offset}. */
    public static void setLongVolatile(MemorySegment segment, long offset, long value) {
        LONGS.setVolatile(segment, offset, value);
    }

    /** Stores {@code value} at {@code offset} if {@code expected} is there, and returns whether it was. */
    public static boolean compareAndSetLong(MemorySegment segment, long offset, long expected, long value) {
        return LONGS.compareAndSet(segment, offset, expected, value);
    }

    /** Adds {@code delta} to the long at {@code offset} and returns what was there before. */
    public static long getAndAddLong(MemorySegment segment, long offset, long delta) {
        return (long) LONGS.getAndAdd(segment, offset, delta);
    }

    /** Returns the int at {@code offset}, which need not be aligned. */
    public static int getIntPlain(MemorySegment segment, long offset) {
        return segment.get(INT_UNALIGNED, offset);
    }

    /** Returns the int at {@code offset}; later accesses are not moved before it. */
    public static int getIntAcquire(MemorySegment segment, long offset) {
        return (int) INTS.getAcquire(segment, offset);
    }

    /** Stores an int at {@code offset}, which need not be aligned. */
    public static void setIntPlain(MemorySegment segment, long offset, int value) {
        segment.set(INT_UNALIGNED, offset, value);
    }

    /** Stores an int at {@code offset}; earlier accesses are not moved after it. */
    public static void setIntRelease(MemorySegment segment, long offset, int value) {
        INTS.setRelease(segment, offset, value);
    }

    /** Stores {@code value} at {@code offset} if {@code expected} is there, and returns whether it was. */
    public static boolean compareAndSetInt(MemorySegment segment, long offset, int expected, int value) {
        return INTS.compareAndSet(segment, offset, expected, value);
    }

    /** Returns the byte at {@code offset}. */
    public static byte getByte(MemorySegment segment, long offset) {
        return segment.get(ValueLayout.JAVA_BYTE, offset);
    }

    /** Stores a byte at {@code offset}. */
    public static void setByte(MemorySegment segment, long offset, byte value) {
        segment.set(ValueLayout.JAVA_BYTE, offset, value);
    }
}
