package io.millrace.wire;

import java.lang.foreign.MemorySegment;

/** Numbers of fixed width for RAW; for generated code, which claims the bytes of a run of fields at once. */
public final class RawValues {
    private RawValues() {}

    /** Claims so many bytes and returns where in the output's segment they begin. */
    public static long take(BinaryOutput out, int bytes) {
        return out.take(bytes);
    }

    /** Passes over so many bytes and returns where in the input's segment they begin. */
    public static long take(BinaryInput in, int bytes) {
        return in.take(bytes);
    }

    /** The memory that is written to. */
    public static MemorySegment segment(BinaryOutput out) {
        return out.segment();
    }

    /** The memory that is read from. */
    public static MemorySegment segment(BinaryInput in) {
        return in.segment();
    }

    /** Puts one byte, 0 or 1. */
    public static void putBoolean(MemorySegment segment, long at, boolean value) {
        segment.set(Layouts.BYTE, at, (byte) (value ? 1 : 0));
    }

    /** Puts one byte. */
    public static void putByte(MemorySegment segment, long at, byte value) {
        segment.set(Layouts.BYTE, at, value);
    }

    /** Puts two bytes. */
    public static void putShort(MemorySegment segment, long at, short value) {
        segment.set(Layouts.SHORT, at, value);
    }

    /** Puts two bytes. */
    public static void putChar(MemorySegment segment, long at, char value) {
        segment.set(Layouts.CHAR, at, value);
    }

    /** Puts four bytes. */
    public static void putInt(MemorySegment segment, long at, int value) {
        segment.set(Layouts.INT, at, value);
    }

    /** Puts eight bytes. */
    public static void putLong(MemorySegment segment, long at, long value) {
        segment.set(Layouts.LONG, at, value);
    }

    /** Puts four bytes. */
    public static void putFloat(MemorySegment segment, long at, float value) {
        segment.set(Layouts.FLOAT, at, value);
    }

    /** Puts eight bytes. */
    public static void putDouble(MemorySegment segment, long at, double value) {
        segment.set(Layouts.DOUBLE, at, value);
    }

    /** Gets one byte, which must be 0 or 1. */
    public static boolean getBoolean(MemorySegment segment, long at) {
        byte value = segment.get(Layouts.BYTE, at);
        if ((value & ~1) != 0) {
            throw new WireFormatException("this is neither 0 nor 1 value=" + (value & 0xFF)).unplaced();
        }
        return value != 0;
    }

    /** Gets one byte. */
    public static byte getByte(MemorySegment segment, long at) {
        return segment.get(Layouts.BYTE, at);
    }

    /** Gets two bytes. */
    public static short getShort(MemorySegment segment, long at) {
        return segment.get(Layouts.SHORT, at);
    }

    /** Gets two bytes. */
    public static char getChar(MemorySegment segment, long at) {
        return segment.get(Layouts.CHAR, at);
    }

    /** Gets four bytes. */
    public static int getInt(MemorySegment segment, long at) {
        return segment.get(Layouts.INT, at);
    }

    /** Gets eight bytes. */
    public static long getLong(MemorySegment segment, long at) {
        return segment.get(Layouts.LONG, at);
    }

    /** Gets four bytes. */
    public static float getFloat(MemorySegment segment, long at) {
        return segment.get(Layouts.FLOAT, at);
    }

    /** Gets eight bytes. */
    public static double getDouble(MemorySegment segment, long at) {
        return segment.get(Layouts.DOUBLE, at);
    }
}
