package io.millrace.wire;

import java.time.Instant;

/**
 * Encodes the changes of scalars in DELTA; for generated code and for the transcoder. {@code docs/format/delta.md}
 * describes the bytes.
 */
public final class DeltaValues {
    private static final double[] SCALES = {1, 1e2, 1e4, 1e6, 1e8};
    private static final int CODE_BITS = 3;
    private static final int WHOLE = 5;
    private static final int BITS = 6;
    private static final int BITS_REVERSED = 7;
    private static final int CODE_MASK = 7;
    private static final double EXACT = 0x1p53;
    private static final long NANOS = 1_000_000_000;
    private static final long NEAR_SECONDS = 1L << 32;

    private DeltaValues() {}

    /** Writes the difference, modulo 2^64. */
    public static void writeLong(BinaryOutput out, long was, long now) {
        out.writeLong(now - was);
    }

    /** Reads the difference, modulo 2^64, and returns the sum. */
    public static long readLong(BinaryInput in, long was) {
        return was + in.readLong();
    }

    /**
     * Reads the difference and returns the sum; throws {@link WireFormatException} if it is out of the range of the
     * kind.
     */
    static long readIntegral(BinaryInput in, ScalarKind kind, long was) {
        int at = in.offset();
        long now = readLong(in, was);
        boolean fits = switch (kind) {
            case BYTE -> now == (byte) now;
            case SHORT -> now == (short) now;
            case CHAR -> now == (char) now;
            case INT -> now == (int) now;
            default -> true;
        };
        if (!fits) {
            throw new WireFormatException(
                    "a sum does not fit its type type=" + kind + " value=" + now + " offset=" + at);
        }
        return now;
    }

    /** Reads the difference and returns the sum; throws {@link WireFormatException} if it is not an int. */
    public static int readInt(BinaryInput in, int was) {
        return (int) readIntegral(in, ScalarKind.INT, was);
    }

    /** Reads the difference and returns the sum; throws {@link WireFormatException} if it is not a short. */
    public static short readShort(BinaryInput in, short was) {
        return (short) readIntegral(in, ScalarKind.SHORT, was);
    }

    /** Reads the difference and returns the sum; throws {@link WireFormatException} if it is not a byte. */
    public static byte readByte(BinaryInput in, byte was) {
        return (byte) readIntegral(in, ScalarKind.BYTE, was);
    }

    /** Reads the difference and returns the sum; throws {@link WireFormatException} if it is not a char. */
    public static char readChar(BinaryInput in, char was) {
        return (char) readIntegral(in, ScalarKind.CHAR, was);
    }

    /** Writes the difference of two decimal numbers if the sum has exactly the new bits, else the bits that differ. */
    public static void writeDouble(BinaryOutput out, double was, double now) {
        long bits = Double.doubleToRawLongBits(now);
        for (int code = 0; code < SCALES.length; code++) {
            double from = Math.rint(was * SCALES[code]);
            double to = Math.rint(now * SCALES[code]);
            if (!(Math.abs(from) < EXACT && Math.abs(to) < EXACT)) {
                break;
            }
            if (Double.doubleToRawLongBits((double) (long) to / SCALES[code]) == bits) {
                writeCoded(out, zigzag((long) to - (long) from), code);
                return;
            }
        }
        long differing = Double.doubleToRawLongBits(was) ^ bits;
        if (!writeBits(out, differing, Long.reverse(differing))) {
            writeCoded(out, 0, WHOLE);
            out.writeDouble(now);
        }
    }

    /** Reads what {@link #writeDouble} has written. */
    public static double readDouble(BinaryInput in, double was) {
        int at = in.offset();
        long word = in.readUnsigned();
        int code = (int) word & CODE_MASK;
        long value = word >>> CODE_BITS;
        return switch (code) {
            case WHOLE -> in.readDouble();
            case BITS -> Double.longBitsToDouble(Double.doubleToRawLongBits(was) ^ value);
            case BITS_REVERSED -> Double.longBitsToDouble(Double.doubleToRawLongBits(was) ^ Long.reverse(value));
            default -> sum(was, value, code, at);
        };
    }

    /** Writes a float as {@link #writeDouble} writes a double. */
    public static void writeFloat(BinaryOutput out, float was, float now) {
        int bits = Float.floatToRawIntBits(now);
        for (int code = 0; code < SCALES.length; code++) {
            double from = Math.rint(was * SCALES[code]);
            double to = Math.rint(now * SCALES[code]);
            if (!(Math.abs(from) < EXACT && Math.abs(to) < EXACT)) {
                break;
            }
            if (Float.floatToRawIntBits((float) ((double) (long) to / SCALES[code])) == bits) {
                writeCoded(out, zigzag((long) to - (long) from), code);
                return;
            }
        }
        long differing = (Float.floatToRawIntBits(was) ^ bits) & 0xFFFF_FFFFL;
        writeBits(out, differing, Integer.reverse((int) differing) & 0xFFFF_FFFFL);
    }

    /** Reads what {@link #writeFloat} has written. */
    public static float readFloat(BinaryInput in, float was) {
        int at = in.offset();
        long word = in.readUnsigned();
        int code = (int) word & CODE_MASK;
        long value = word >>> CODE_BITS;
        if (code < SCALES.length) {
            return (float) sum(was, value, code, at);
        }
        if (code == WHOLE || value >>> Float.SIZE != 0) {
            throw new WireFormatException("a change of a float is invalid value=" + word + " offset=" + at);
        }
        int differing = code == BITS ? (int) value : Integer.reverse((int) value);
        return Float.intBitsToFloat(Float.floatToRawIntBits(was) ^ differing);
    }

    private static double sum(double was, long value, int code, int at) {
        double from = Math.rint(was * SCALES[code]);
        if (!(Math.abs(from) < EXACT)) {
            throw new WireFormatException("a number is too large for its decimal places value=" + was + " scale="
                    + SCALES[code] + " offset=" + at);
        }
        return (double) ((long) from + (value >>> 1 ^ -(value & 1))) / SCALES[code];
    }

    private static boolean writeBits(BinaryOutput out, long differing, long reversed) {
        boolean plain = Long.compareUnsigned(differing, reversed) <= 0;
        long least = plain ? differing : reversed;
        if (least >>> (Long.SIZE - CODE_BITS) != 0) {
            return false;
        }
        writeCoded(out, least, plain ? BITS : BITS_REVERSED);
        return true;
    }

    private static void writeCoded(BinaryOutput out, long value, int code) {
        out.writeUnsigned(value << CODE_BITS | code);
    }

    private static long zigzag(long value) {
        return value << 1 ^ value >> 63;
    }

    /** Writes the nanoseconds between two moments, or the second moment if they are far apart. */
    public static void writeInstant(BinaryOutput out, Instant was, Instant now) {
        writeInstant(out, was.getEpochSecond(), was.getNano(), now.getEpochSecond(), now.getNano());
    }

    /** Returns whether two scalars have the same bytes in BINARY. */
    public static boolean same(Object was, Object now) {
        if (was == null) {
            return now == null;
        }
        return switch (now) {
            case null -> false;
            case Double value ->
                Double.doubleToRawLongBits((Double) was) == Double.doubleToRawLongBits(value); // any NaN equals another
            case Float value -> Float.floatToRawIntBits((Float) was) == Float.floatToRawIntBits(value);
            default -> was.equals(now);
        };
    }

    /** Writes a scalar with a presence byte. */
    public static void writeNullable(BinaryOutput out, Object was, Object now, ScalarKind kind) {
        if (!out.writePresence(now)) {
            return;
        }
        switch (now) {
            case Boolean value -> {
                if (was == null) {
                    out.writeBoolean(value);
                }
            }
            case Byte value -> writeLong(out, was == null ? 0 : (Byte) was, value);
            case Short value -> writeLong(out, was == null ? 0 : (Short) was, value);
            case Character value -> writeLong(out, was == null ? 0 : (Character) was, value);
            case Integer value -> writeLong(out, was == null ? 0 : (Integer) was, value);
            case Long value -> writeLong(out, was == null ? 0 : (Long) was, value);
            case Float value -> writeFloat(out, was == null ? 0 : (Float) was, value);
            case Double value -> writeDouble(out, was == null ? 0 : (Double) was, value);
            case Instant value -> writeInstant(out, was == null ? Instant.EPOCH : (Instant) was, value);
            default -> Scalars.write(out, kind, now);
        }
    }

    /** Reads what {@link #writeNullable} has written. */
    public static Object readNullable(BinaryInput in, Object was, ScalarKind kind) {
        if (!in.readPresence()) {
            return null;
        }
        return switch (kind) {
            case BOOLEAN -> was == null ? in.readBoolean() : !(Boolean) was;
            case BYTE -> readByte(in, was == null ? 0 : (Byte) was);
            case SHORT -> readShort(in, was == null ? 0 : (Short) was);
            case CHAR -> readChar(in, was == null ? 0 : (Character) was);
            case INT -> readInt(in, was == null ? 0 : (Integer) was);
            case LONG -> readLong(in, was == null ? 0 : (Long) was);
            case FLOAT -> readFloat(in, was == null ? 0 : (Float) was);
            case DOUBLE -> readDouble(in, was == null ? 0 : (Double) was);
            case INSTANT -> readInstant(in, was == null ? Instant.EPOCH : (Instant) was);
            default -> Scalars.read(in, kind, null);
        };
    }

    /** Reads an enum constant, or null. */
    public static Object readEnum(BinaryInput in, Object[] constants) {
        int number = in.readNumber(
                constants.length, constants.getClass().getComponentType().getName());
        return number < 0 ? null : constants[number];
    }

    /** Reads the set of changed fields of a message with {@code count} fields. */
    public static long readSet(BinaryInput in, int count) {
        int at = in.offset();
        long set = in.readUnsigned();
        if (set >>> count != 0) {
            throw new WireFormatException("a set of changed fields has a bit beyond the last field set=" + set
                    + " count=" + count + " offset=" + at);
        }
        return set;
    }

    static void writeInstant(BinaryOutput out, long wasSecond, long wasNano, long second, long nano) {
        long seconds = second - wasSecond;
        if (Math.abs(seconds) < NEAR_SECONDS) {
            out.writeUnsigned(zigzag(seconds * NANOS + nano - wasNano) << 1);
        } else {
            out.writeUnsigned(1);
            out.writeLong(second);
            out.writeUnsigned(nano);
        }
    }

    /** Reads what {@link #writeInstant} has written. */
    public static Instant readInstant(BinaryInput in, Instant was) {
        int at = in.offset();
        long word = in.readUnsigned();
        if ((word & 1) != 0) {
            if (word != 1) {
                throw new WireFormatException("a change of a moment is invalid value=" + word + " offset=" + at);
            }
            return in.readInstant();
        }
        long value = word >>> 1;
        try {
            return was.plusNanos(value >>> 1 ^ -(value & 1));
        } catch (java.time.DateTimeException | ArithmeticException e) {
            throw new WireFormatException("a moment is out of range value=" + was + " offset=" + at, e);
        }
    }
}
