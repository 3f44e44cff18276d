package io.millrace.fix;

/** Numbers as text in bytes, read, checked and written without garbage. */
final class FixText {

    /** The separator of fields. */
    static final byte SOH = 1;

    private static final int LONGEST_LONG = 19;
    private static final int DECIMAL_BASE = 10;

    private FixText() {}

    static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    static boolean isInteger(byte[] bytes, int start, int end) {
        int from = start < end && bytes[start] == '-' ? start + 1 : start;
        if (from == end || end - from >= LONGEST_LONG) {
            return false;
        }
        for (int i = from; i < end; i++) {
            if (!isDigit(bytes[i])) {
                return false;
            }
        }
        return true;
    }

    static boolean isDecimal(byte[] bytes, int start, int end) {
        int digits = 0;
        int points = 0;
        for (int i = start < end && bytes[start] == '-' ? start + 1 : start; i < end; i++) {
            if (isDigit(bytes[i])) {
                digits++;
            } else if (bytes[i] == '.') {
                points++;
            } else {
                return false;
            }
        }
        return digits > 0 && points <= 1;
    }

    /** Returns a whole number that {@link #isInteger} accepts. */
    static long parse(byte[] bytes, int start, int end) {
        boolean negative = bytes[start] == '-';
        long value = 0;
        for (int i = negative ? start + 1 : start; i < end; i++) {
            value = value * DECIMAL_BASE + (bytes[i] - '0');
        }
        return negative ? -value : value;
    }

    /** Returns the number of characters of {@code value}. */
    static int length(long value) {
        int length = value < 0 ? 2 : 1;
        for (long rest = value / DECIMAL_BASE; rest != 0; rest /= DECIMAL_BASE) {
            length++;
        }
        return length;
    }

    /** Writes {@code value} with as many characters as {@link #length} says, and returns the offset after it. */
    static int write(byte[] bytes, int offset, long value) {
        int end = offset + length(value);
        long rest = value;
        int i = end;
        do {
            bytes[--i] = (byte) ('0' + Math.abs(rest % DECIMAL_BASE));
            rest /= DECIMAL_BASE;
        } while (rest != 0);
        if (value < 0) {
            bytes[offset] = '-';
        }
        return end;
    }

    /** Writes {@code value}, at least zero, with {@code digits} digits, and returns the offset after it. */
    static int writeDigits(byte[] bytes, int offset, long value, int digits) {
        long rest = value;
        for (int i = offset + digits - 1; i >= offset; i--) {
            bytes[i] = (byte) ('0' + rest % DECIMAL_BASE);
            rest /= DECIMAL_BASE;
        }
        return offset + digits;
    }

    static boolean equal(byte[] bytes, int start, int end, byte[] other) {
        return java.util.Arrays.equals(bytes, start, end, other, 0, other.length);
    }

    /** Returns the characters, each one byte of ISO 8859-1. */
    static String latin(byte[] bytes, int start, int end) {
        return new String(bytes, start, end - start, java.nio.charset.StandardCharsets.ISO_8859_1);
    }

    static byte[] bytes(String text) {
        return text.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
    }
}
