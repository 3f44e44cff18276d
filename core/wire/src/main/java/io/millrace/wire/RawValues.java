package io.millrace.wire;

import java.lang.foreign.MemorySegment;

/**
 * Reads and writes numbers of fixed width for RAW; for generated code, which reserves the bytes of a run of fields at
 * once.
 */
public final class RawValues {
    private RawValues() {}

    /** Reserves so many bytes and returns their offset in the output's segment. */
    public static long take(BinaryOutput out, int bytes) {
        return out.take(bytes);
    }

    /** Skips so many bytes and returns their offset in the input's segment. */
    public static long take(BinaryInput in, int bytes) {
        return in.take(bytes);
    }

    /** Returns the segment that is being written. */
    public static MemorySegment segment(BinaryOutput out) {
        return out.segment();
    }

    /** Returns the segment that is being read. */
    public static MemorySegment segment(BinaryInput in) {
        return in.segment();
    }

    /** Puts one byte, 0 or 1. */
    public static void putBoolean(MemorySegment segment, long at, boolean value) {
        MemoryAccess.setByte(segment, at, (byte) (value ? 1 : 0));
    }

    /** Puts one byte. */
    public static void putByte(MemorySegment segment, long at, byte value) {
        MemoryAccess.setByte(segment, at, value);
    }

    /** Puts two bytes. */
    public static void putShort(MemorySegment segment, long at, short value) {
        MemoryAccess.setShort(segment, at, value);
    }

    /** Puts two bytes. */
    public static void putChar(MemorySegment segment, long at, char value) {
        MemoryAccess.setChar(segment, at, value);
    }

    /** Puts four bytes. */
    public static void putInt(MemorySegment segment, long at, int value) {
        MemoryAccess.setInt(segment, at, value);
    }

    /** Puts eight bytes. */
    public static void putLong(MemorySegment segment, long at, long value) {
        MemoryAccess.setLong(segment, at, value);
    }

    /** Puts four bytes. */
    public static void putFloat(MemorySegment segment, long at, float value) {
        MemoryAccess.setFloat(segment, at, value);
    }

    /** Puts eight bytes. */
    public static void putDouble(MemorySegment segment, long at, double value) {
        MemoryAccess.setDouble(segment, at, value);
    }

    /** Gets one byte, which must be 0 or 1. */
    public static boolean getBoolean(MemorySegment segment, long at) {
        byte value = MemoryAccess.getByte(segment, at);
        if ((value & ~1) != 0) {
            throw new WireFormatException("a boolean is neither 0 nor 1 value=" + (value & 0xFF)).withoutOffset();
        }
        return value != 0;
    }

    /** Gets one byte. */
    public static byte getByte(MemorySegment segment, long at) {
        return MemoryAccess.getByte(segment, at);
    }

    /** Gets two bytes. */
    public static short getShort(MemorySegment segment, long at) {
        return MemoryAccess.getShort(segment, at);
    }

    /** Gets two bytes. */
    public static char getChar(MemorySegment segment, long at) {
        return MemoryAccess.getChar(segment, at);
    }

    /** Gets four bytes. */
    public static int getInt(MemorySegment segment, long at) {
        return MemoryAccess.getInt(segment, at);
    }

    /** Gets eight bytes. */
    public static long getLong(MemorySegment segment, long at) {
        return MemoryAccess.getLong(segment, at);
    }

    /** Gets four bytes. */
    public static float getFloat(MemorySegment segment, long at) {
        return MemoryAccess.getFloat(segment, at);
    }

    /** Gets eight bytes. */
    public static double getDouble(MemorySegment segment, long at) {
        return MemoryAccess.getDouble(segment, at);
    }
}
