package io.millrace.text;

import io.millrace.wire.BinaryOutput;
import io.millrace.wire.NumberForm;
import io.millrace.wire.Scalar;
import io.millrace.wire.ScalarKind;
import io.millrace.wire.ScalarText;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;

/**
 * Converts single values in canonical form from UTF-8 to BINARY directly. Other forms are left to {@link YamlScalars},
 * and invalid ones to the reader that reports their position; this class reports no error.
 */
final class CanonicalScalars {
    private static final long DAY_SECONDS = 86_400;
    /** So many digits are less than 2 to the 64th, so the sign bit shows whether they are too large for a long. */
    private static final int MAX_DIGITS = 19;

    private static final int MAX_DOUBLE_CHARS = 18;
    private static final long NONE = Long.MIN_VALUE;

    /**
     * All whole numbers up to this and the powers of ten below are exact doubles, so their quotient is rounded once.
     */
    private static final long MAX_EXACT = 1L << 53;

    private static final double[] POWERS = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18
    };

    private CanonicalScalars() {}

    /**
     * Writes a value that is neither a string nor null, without a presence byte.
     *
     * @param from the position at which its text begins, without quotes
     * @param to the position at which its text ends
     * @return false if this class does not recognise such a value; then the output is undefined
     */
    static boolean read(Scalar type, Utf8Input text, int from, int to, BinaryOutput out) {
        if (type.form() != NumberForm.DECIMAL) {
            return ScalarText.read(type, text.text(from, to), out);
        }
        byte[] bytes = text.bytes;
        return switch (type.kind()) {
            case BYTE, SHORT, INT, LONG -> readWhole(type.kind(), bytes, from, to, out);
            case DOUBLE -> readDouble(text, from, to, out);
            case FLOAT -> isNumber(bytes, from, to) && ScalarText.read(ScalarKind.FLOAT, text.text(from, to), out);
            case CHAR -> readUnit(bytes, from, to, out) || readAny(ScalarKind.CHAR, text, from, to, out);
            case INSTANT -> readInstant(bytes, from, to, out) || readAny(ScalarKind.INSTANT, text, from, to, out);
            case ZONED_DATE_TIME ->
                readZoned(text, from, to, out) || readAny(ScalarKind.ZONED_DATE_TIME, text, from, to, out);
            default -> readAny(type.kind(), text, from, to, out);
        };
    }

    private static boolean readAny(ScalarKind kind, Utf8Input text, int from, int to, BinaryOutput out) {
        return ScalarText.read(kind, text.text(from, to), out);
    }

    private static boolean readUnit(byte[] bytes, int from, int to, BinaryOutput out) {
        boolean isAscii = to == from + 1 && bytes[from] >= 0;
        if (isAscii) {
            out.writeChar((char) bytes[from]);
        }
        return isAscii;
    }

    private static boolean readWhole(ScalarKind kind, byte[] bytes, int from, int to, BinaryOutput out) {
        long value = whole(bytes, from, to);
        if (value == NONE) {
            return false;
        }
        int unused = Long.SIZE
                - switch (kind) {
                    case BYTE -> Byte.SIZE;
                    case SHORT -> Short.SIZE;
                    case INT -> Integer.SIZE;
                    default -> Long.SIZE;
                };
        if (value << unused >> unused != value) {
            return false;
        }
        if (kind == ScalarKind.BYTE) {
            out.writeByte((byte) value);
        } else {
            out.writeLong(value);
        }
        return true;
    }

    /** Returns a whole number without leading zeros, or {@link #NONE}. */
    private static long whole(byte[] bytes, int from, int to) {
        boolean negative = bytes[from] == '-';
        int first = negative ? from + 1 : from;
        int digits = to - first;
        if (digits < 1 || digits > MAX_DIGITS || (bytes[first] == '0' && (digits > 1 || negative))) {
            return NONE;
        }
        long value = 0;
        for (int i = first; i < to; i++) {
            int digit = bytes[i] - '0';
            if (digit < 0 || digit > 9) {
                return NONE;
            }
            value = 10 * value + digit;
        }
        return value < 0 ? NONE : negative ? -value : value;
    }

    private static boolean readDouble(Utf8Input text, int from, int to, BinaryOutput out) {
        byte[] bytes = text.bytes;
        boolean negative = bytes[from] == '-';
        int first = negative ? from + 1 : from;
        long digits = 0;
        int point = -1;
        int i = first;
        for (; i < to; i++) {
            int digit = bytes[i] - '0';
            if (digit >= 0 && digit <= 9) {
                digits = 10 * digits + digit;
            } else if (bytes[i] == '.' && point < 0) {
                point = i;
            } else {
                break;
            }
        }
        int decimals = point < 0 ? 0 : to - point - 1;
        boolean exact = i == to && to - first <= MAX_DOUBLE_CHARS && digits <= MAX_EXACT;
        if (!isNumber(bytes, from, to)) {
            return false;
        }
        if (!exact) {
            return ScalarText.read(ScalarKind.DOUBLE, text.text(from, to), out);
        }
        double value = digits / POWERS[decimals];
        out.writeDouble(negative ? -value : value);
        return true;
    }

    /** Returns whether this is a number of JSON, which is also one of YAML. */
    static boolean isNumber(byte[] bytes, int from, int to) {
        int first = bytes[from] == '-' ? from + 1 : from;
        int i = digits(bytes, first, to);
        if (i == first || (bytes[first] == '0' && i > first + 1)) {
            return false;
        }
        if (i < to && bytes[i] == '.') {
            int point = i;
            i = digits(bytes, point + 1, to);
            if (i == point + 1) {
                return false;
            }
        }
        if (i < to && (bytes[i] | 0x20) == 'e') {
            i++;
            int exponent = i < to && (bytes[i] == '+' || bytes[i] == '-') ? i + 1 : i;
            i = digits(bytes, exponent, to);
            if (i == exponent) {
                return false;
            }
        }
        return i == to;
    }

    /** Returns the position after the digits that begin here. */
    private static int digits(byte[] bytes, int from, int to) {
        int i = from;
        while (i < to && bytes[i] >= '0' && bytes[i] <= '9') {
            i++;
        }
        return i;
    }

    /** Reads {@code 2024-02-29T12:30:00.123Z}, with no, three, six or nine digits after the point. */
    private static boolean readInstant(byte[] bytes, int from, int to, BinaryOutput out) {
        if (to - from < 20 || to - from > 30 || bytes[to - 1] != 'Z' || bytes[from + 16] != ':') {
            return false;
        }
        int minutes = minuteOfDay(bytes, from);
        int second = two(bytes, from + 17);
        long nanos = nanos(bytes, from + 19, to - 1);
        if (minutes < 0 || second < 0 || second > 59 || nanos < 0) {
            return false;
        }
        LocalDate date = date(bytes, from);
        if (date == null) {
            return false;
        }
        out.writeLong(date.toEpochDay() * DAY_SECONDS + minutes * 60L + second);
        out.writeUnsigned(nanos);
        return true;
    }

    /** Reads {@code 2024-02-29T12:30:00+01:00[Europe/Paris]}, without seconds if they are zero. */
    private static boolean readZoned(Utf8Input text, int from, int to, BinaryOutput out) {
        byte[] bytes = text.bytes;
        if (to - from < 17) {
            return false;
        }
        int minutes = minuteOfDay(bytes, from);
        LocalDate date = minutes < 0 ? null : date(bytes, from);
        if (date == null) {
            return false;
        }
        int i = from + 16;
        int second = 0;
        long nanos = 0;
        if (bytes[i] == ':' && to - i >= 4) {
            second = two(bytes, i + 1);
            i += 3;
            int fraction = i;
            if (bytes[i] == '.') {
                i = digits(bytes, i + 1, to);
            }
            nanos = nanos(bytes, fraction, i);
        }
        int bracket = i;
        while (bracket < to && bytes[bracket] != '[') {
            bracket++;
        }
        ZoneOffset offset = offset(bytes, i, bracket);
        boolean closed = bracket == to || bytes[to - 1] == ']';
        if (second < 0 || second > 59 || nanos < 0 || offset == null || !closed) {
            return false;
        }
        LocalDateTime local = date.atTime(minutes / 60, minutes % 60, second, (int) nanos);
        ZoneId zone;
        try {
            zone = bracket == to ? offset : text.zone(bracket + 1, to - 1);
        } catch (DateTimeException _) {
            return false;
        }
        out.writeZonedDateTime(ZonedDateTime.ofInstant(local, offset, zone));
        return true;
    }

    /** Returns the minute of {@code yyyy-mm-ddThh:mm}, or -1 for any other text. */
    private static int minuteOfDay(byte[] bytes, int from) {
        boolean punctuated =
                bytes[from + 4] == '-' && bytes[from + 7] == '-' && bytes[from + 10] == 'T' && bytes[from + 13] == ':';
        int hour = two(bytes, from + 11);
        int minute = two(bytes, from + 14);
        return punctuated && hour >= 0 && hour < 24 && minute >= 0 && minute < 60 ? 60 * hour + minute : -1;
    }

    private static LocalDate date(byte[] bytes, int from) {
        int century = two(bytes, from);
        int year = two(bytes, from + 2);
        int month = two(bytes, from + 5);
        int day = two(bytes, from + 8);
        boolean plausible = (century | year) >= 0 && month >= 1 && month <= 12 && day >= 1 && day <= 31;
        if (!plausible
                || (day > 28
                        && day > LocalDate.of(100 * century + year, month, 1).lengthOfMonth())) {
            return null;
        }
        return LocalDate.of(100 * century + year, month, day);
    }

    /** Returns the nanoseconds of a point and digits in groups of three, 0 for an empty text; -1 for any other text. */
    private static long nanos(byte[] bytes, int from, int to) {
        if (from == to) {
            return 0;
        }
        int digits = to - from - 1;
        if (bytes[from] != '.' || digits < 3 || digits > 9 || digits % 3 != 0 || digits(bytes, from + 1, to) != to) {
            return -1;
        }
        long nanos = 0;
        for (int i = from + 1; i < to; i++) {
            nanos = 10 * nanos + bytes[i] - '0';
        }
        return digits == 3 ? nanos * 1_000_000 : digits == 6 ? nanos * 1_000 : nanos;
    }

    private static ZoneOffset offset(byte[] bytes, int from, int to) {
        if (to == from + 1 && bytes[from] == 'Z') {
            return ZoneOffset.UTC;
        }
        if (to != from + 6 || bytes[from + 3] != ':' || (bytes[from] != '+' && bytes[from] != '-')) {
            return null;
        }
        int hours = two(bytes, from + 1);
        int minutes = two(bytes, from + 4);
        if (hours < 0 || hours > 17 || minutes < 0 || minutes > 59 || (hours | minutes) == 0) {
            return null;
        }
        int seconds = 3_600 * hours + 60 * minutes;
        return ZoneOffset.ofTotalSeconds(bytes[from] == '-' ? -seconds : seconds);
    }

    /** Returns the number of two digits, or a negative number for any other text. */
    private static int two(byte[] bytes, int at) {
        int tens = bytes[at] - '0';
        int ones = bytes[at + 1] - '0';
        return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? 10 * tens + ones : -1;
    }
}
