package io.millrace.wire;

import java.lang.foreign.MemorySegment;

/**
 * Reads and writes memory at a speed that does not depend on the other kinds of memory that the process uses.
 *
 * <p>{@link MemorySegment} has one implementation for memory outside the heap and one for each kind of array. The JDK's
 * access methods call a method of the segment for the base address. The compiler inlines this call if the whole process
 * has used at most two implementations there; with three, each access is a virtual call. So the methods of this class
 * first check the implementation, and then the compiler knows it: mapped and other memory outside the heap have a
 * common superclass, and of arrays, byte arrays are checked for. The methods for memory outside the heap have at most
 * 35 bytes of code ({@code MaxInlineSize}), so that they are always inlined.
 */
final class MemoryAccess {
    private static final Class<? extends MemorySegment> OFF_HEAP = MemorySegment.NULL.getClass();
    private static final Class<? extends MemorySegment> BYTES =
            MemorySegment.ofArray(new byte[0]).getClass();

    private MemoryAccess() {}

    private static boolean isOffHeap(MemorySegment segment) {
        return OFF_HEAP.isInstance(segment);
    }

    private static boolean isBytes(MemorySegment segment) {
        return BYTES.isInstance(segment);
    }

    /** Returns the same segment, cast so that the compiler knows its class. */
    private static MemorySegment offHeap(MemorySegment segment) {
        return OFF_HEAP.cast(segment);
    }

    private static MemorySegment bytes(MemorySegment segment) {
        return BYTES.cast(segment);
    }

    static byte getByte(MemorySegment segment, long at) {
        return isOffHeap(segment) ? offHeap(segment).get(Layouts.BYTE, at) : getByteOnHeap(segment, at);
    }

    private static byte getByteOnHeap(MemorySegment segment, long at) {
        return isBytes(segment) ? bytes(segment).get(Layouts.BYTE, at) : segment.get(Layouts.BYTE, at);
    }

    static void setByte(MemorySegment segment, long at, byte value) {
        if (isOffHeap(segment)) {
            offHeap(segment).set(Layouts.BYTE, at, value);
        } else {
            setByteOnHeap(segment, at, value);
        }
    }

    private static void setByteOnHeap(MemorySegment segment, long at, byte value) {
        if (isBytes(segment)) {
            bytes(segment).set(Layouts.BYTE, at, value);
        } else {
            segment.set(Layouts.BYTE, at, value);
        }
    }

    static short getShort(MemorySegment segment, long at) {
        return isOffHeap(segment) ? offHeap(segment).get(Layouts.SHORT, at) : getShortOnHeap(segment, at);
    }

    private static short getShortOnHeap(MemorySegment segment, long at) {
        return isBytes(segment) ? bytes(segment).get(Layouts.SHORT, at) : segment.get(Layouts.SHORT, at);
    }

    static void setShort(MemorySegment segment, long at, short value) {
        if (isOffHeap(segment)) {
            offHeap(segment).set(Layouts.SHORT, at, value);
        } else {
            setShortOnHeap(segment, at, value);
        }
    }

    private static void setShortOnHeap(MemorySegment segment, long at, short value) {
        if (isBytes(segment)) {
            bytes(segment).set(Layouts.SHORT, at, value);
        } else {
            segment.set(Layouts.SHORT, at, value);
        }
    }

    static char getChar(MemorySegment segment, long at) {
        return isOffHeap(segment) ? offHeap(segment).get(Layouts.CHAR, at) : getCharOnHeap(segment, at);
    }

    private static char getCharOnHeap(MemorySegment segment, long at) {
        return isBytes(segment) ? bytes(segment).get(Layouts.CHAR, at) : segment.get(Layouts.CHAR, at);
    }

    static void setChar(MemorySegment segment, long at, char value) {
        if (isOffHeap(segment)) {
            offHeap(segment).set(Layouts.CHAR, at, value);
        } else {
            setCharOnHeap(segment, at, value);
        }
    }

    private static void setCharOnHeap(MemorySegment segment, long at, char value) {
        if (isBytes(segment)) {
            bytes(segment).set(Layouts.CHAR, at, value);
        } else {
            segment.set(Layouts.CHAR, at, value);
        }
    }

    static int getInt(MemorySegment segment, long at) {
        return isOffHeap(segment) ? offHeap(segment).get(Layouts.INT, at) : getIntOnHeap(segment, at);
    }

    private static int getIntOnHeap(MemorySegment segment, long at) {
        return isBytes(segment) ? bytes(segment).get(Layouts.INT, at) : segment.get(Layouts.INT, at);
    }

    static void setInt(MemorySegment segment, long at, int value) {
        if (isOffHeap(segment)) {
            offHeap(segment).set(Layouts.INT, at, value);
        } else {
            setIntOnHeap(segment, at, value);
        }
    }

    private static void setIntOnHeap(MemorySegment segment, long at, int value) {
        if (isBytes(segment)) {
            bytes(segment).set(Layouts.INT, at, value);
        } else {
            segment.set(Layouts.INT, at, value);
        }
    }

    static long getLong(MemorySegment segment, long at) {
        return isOffHeap(segment) ? offHeap(segment).get(Layouts.LONG, at) : getLongOnHeap(segment, at);
    }

    private static long getLongOnHeap(MemorySegment segment, long at) {
        return isBytes(segment) ? bytes(segment).get(Layouts.LONG, at) : segment.get(Layouts.LONG, at);
    }

    static void setLong(MemorySegment segment, long at, long value) {
        if (isOffHeap(segment)) {
            offHeap(segment).set(Layouts.LONG, at, value);
        } else {
            setLongOnHeap(segment, at, value);
        }
    }

    private static void setLongOnHeap(MemorySegment segment, long at, long value) {
        if (isBytes(segment)) {
            bytes(segment).set(Layouts.LONG, at, value);
        } else {
            segment.set(Layouts.LONG, at, value);
        }
    }

    static float getFloat(MemorySegment segment, long at) {
        return isOffHeap(segment) ? offHeap(segment).get(Layouts.FLOAT, at) : getFloatOnHeap(segment, at);
    }

    private static float getFloatOnHeap(MemorySegment segment, long at) {
        return isBytes(segment) ? bytes(segment).get(Layouts.FLOAT, at) : segment.get(Layouts.FLOAT, at);
    }

    static void setFloat(MemorySegment segment, long at, float value) {
        if (isOffHeap(segment)) {
            offHeap(segment).set(Layouts.FLOAT, at, value);
        } else {
            setFloatOnHeap(segment, at, value);
        }
    }

    private static void setFloatOnHeap(MemorySegment segment, long at, float value) {
        if (isBytes(segment)) {
            bytes(segment).set(Layouts.FLOAT, at, value);
        } else {
            segment.set(Layouts.FLOAT, at, value);
        }
    }

    static double getDouble(MemorySegment segment, long at) {
        return isOffHeap(segment) ? offHeap(segment).get(Layouts.DOUBLE, at) : getDoubleOnHeap(segment, at);
    }

    private static double getDoubleOnHeap(MemorySegment segment, long at) {
        return isBytes(segment) ? bytes(segment).get(Layouts.DOUBLE, at) : segment.get(Layouts.DOUBLE, at);
    }

    static void setDouble(MemorySegment segment, long at, double value) {
        if (isOffHeap(segment)) {
            offHeap(segment).set(Layouts.DOUBLE, at, value);
        } else {
            setDoubleOnHeap(segment, at, value);
        }
    }

    private static void setDoubleOnHeap(MemorySegment segment, long at, double value) {
        if (isBytes(segment)) {
            bytes(segment).set(Layouts.DOUBLE, at, value);
        } else {
            segment.set(Layouts.DOUBLE, at, value);
        }
    }

    static long getLongBigEndian(MemorySegment segment, long at) {
        return isOffHeap(segment)
                ? offHeap(segment).get(Layouts.LONG_BIG_ENDIAN, at)
                : getLongBigEndianOnHeap(segment, at);
    }

    private static long getLongBigEndianOnHeap(MemorySegment segment, long at) {
        return isBytes(segment)
                ? bytes(segment).get(Layouts.LONG_BIG_ENDIAN, at)
                : segment.get(Layouts.LONG_BIG_ENDIAN, at);
    }

    static void setLongBigEndian(MemorySegment segment, long at, long value) {
        if (isOffHeap(segment)) {
            offHeap(segment).set(Layouts.LONG_BIG_ENDIAN, at, value);
        } else {
            setLongBigEndianOnHeap(segment, at, value);
        }
    }

    private static void setLongBigEndianOnHeap(MemorySegment segment, long at, long value) {
        if (isBytes(segment)) {
            bytes(segment).set(Layouts.LONG_BIG_ENDIAN, at, value);
        } else {
            segment.set(Layouts.LONG_BIG_ENDIAN, at, value);
        }
    }

    /** Copies bytes into an array. */
    static void copy(MemorySegment from, long at, byte[] to, int index, int count) {
        if (isOffHeap(from)) {
            toArray(offHeap(from), at, to, index, count);
        } else {
            toArrayOnHeap(from, at, to, index, count);
        }
    }

    private static void toArrayOnHeap(MemorySegment from, long at, byte[] to, int index, int count) {
        if (isBytes(from)) {
            toArray(bytes(from), at, to, index, count);
        } else {
            toArray(from, at, to, index, count);
        }
    }

    private static void toArray(MemorySegment from, long at, byte[] to, int index, int count) {
        MemorySegment.copy(from, Layouts.BYTE, at, to, index, count);
    }

    /** Copies bytes from an array. */
    static void copy(byte[] from, int index, MemorySegment to, long at, int count) {
        if (isOffHeap(to)) {
            fromArray(from, index, offHeap(to), at, count);
        } else {
            fromArrayOnHeap(from, index, to, at, count);
        }
    }

    private static void fromArrayOnHeap(byte[] from, int index, MemorySegment to, long at, int count) {
        if (isBytes(to)) {
            fromArray(from, index, bytes(to), at, count);
        } else {
            fromArray(from, index, to, at, count);
        }
    }

    private static void fromArray(byte[] from, int index, MemorySegment to, long at, int count) {
        MemorySegment.copy(from, index, to, Layouts.BYTE, at, count);
    }

    /** Copies bytes from one segment to another, or within one. */
    static void copy(MemorySegment from, long fromAt, MemorySegment to, long at, long count) {
        if (isOffHeap(from)) {
            copyFrom(offHeap(from), fromAt, to, at, count);
        } else {
            MemorySegment.copy(from, fromAt, to, at, count);
        }
    }

    private static void copyFrom(MemorySegment from, long fromAt, MemorySegment to, long at, long count) {
        if (isOffHeap(to)) {
            MemorySegment.copy(from, fromAt, offHeap(to), at, count);
        } else {
            MemorySegment.copy(from, fromAt, to, at, count);
        }
    }
}
