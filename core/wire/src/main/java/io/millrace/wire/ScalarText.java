package io.millrace.wire;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.UUID;

/**
 * Parses scalars from text, for {@link Default} and for the text formats. Numbers have the forms of YAML's core schema,
 * times those of ISO 8601.
 */
public final class ScalarText {
    private static final int MAX_DIGITS = 100_000;
    private static final int MAX_TIME_CHARS = 200;
    private static final int UUID_CHARS = 36;
    private static final Base64.Decoder FROM_BASE64 = Base64.getDecoder();

    private ScalarText() {}

    /**
     * Parses a text and writes its value in BINARY.
     *
     * @return false if the text is not a value of this kind; then nothing has been written
     */
    public static boolean read(ScalarKind kind, String text, BinaryOutput out) {
        try {
            switch (kind) {
                case BOOLEAN -> out.writeBoolean(readBoolean(text));
                case BYTE -> out.writeByte((byte) readInteger(text, Byte.SIZE));
                case SHORT -> out.writeShort((short) readInteger(text, Short.SIZE));
                case INT -> out.writeInt((int) readInteger(text, Integer.SIZE));
                case LONG -> out.writeLong(readInteger(text, Long.SIZE));
                case FLOAT -> out.writeFloat(parseFloat(text));
                case DOUBLE -> out.writeDouble(parseDouble(text));
                case CHAR -> out.writeChar(readChar(text));
                case STRING -> out.writeString(text);
                case BYTES -> out.writeBytes(FROM_BASE64.decode(withoutBlanks(text)));
                case BIG_DECIMAL -> out.writeBigDecimal(new BigDecimal(digits(text)));
                case BIG_INTEGER -> out.writeBigInteger(readBigInteger(digits(text)));
                case UUID -> out.writeUuid(readUuid(text));
                case YEAR -> out.writeYear(Year.of((int) readInteger(text, Integer.SIZE)));
                default -> readTime(kind, text, out);
            }
            return true;
        } catch (IllegalArgumentException | DateTimeException | ArithmeticException _) {
            return false;
        }
    }

    /** Parses a text in the form of the type, like {@link #read(ScalarKind, String, BinaryOutput)}. */
    public static boolean read(Scalar type, String text, BinaryOutput out) {
        if (type.form() == NumberForm.DECIMAL) {
            return read(type.kind(), text, out);
        }
        try {
            NumberFormReader.read(type, text, out);
            return true;
        } catch (IllegalArgumentException | DateTimeException | ArithmeticException _) {
            return false;
        }
    }

    /** Returns a description of the texts of this type, for errors. */
    public static String expected(Scalar type) {
        return type.form() == NumberForm.DECIMAL ? expected(type.kind()) : NumberFormReader.expected(type);
    }

    private static void readTime(ScalarKind kind, String text, BinaryOutput out) {
        require(text.length() <= MAX_TIME_CHARS);
        switch (kind) {
            case INSTANT -> out.writeInstant(TimeText.instant(text));
            case LOCAL_DATE -> out.writeLocalDate(LocalDate.parse(text));
            case LOCAL_TIME -> out.writeLocalTime(LocalTime.parse(text));
            case LOCAL_DATE_TIME -> out.writeLocalDateTime(LocalDateTime.parse(text));
            case OFFSET_DATE_TIME -> out.writeOffsetDateTime(OffsetDateTime.parse(text));
            case OFFSET_TIME -> out.writeOffsetTime(OffsetTime.parse(text));
            case ZONED_DATE_TIME -> out.writeZonedDateTime(TimeText.zoned(text));
            case DURATION -> out.writeDuration(Duration.parse(text));
            case PERIOD -> out.writePeriod(Period.parse(text));
            case YEAR_MONTH -> out.writeYearMonth(YearMonth.parse(text));
            case MONTH_DAY -> out.writeMonthDay(MonthDay.parse(text));
            case ZONE_ID -> out.writeZoneId(ZoneId.of(text));
            case ZONE_OFFSET -> out.writeZoneOffset(ZoneOffset.of(text));
            default -> throw new AssertionError(kind);
        }
    }

    private static void require(boolean condition) {
        if (!condition) {
            throw new IllegalArgumentException();
        }
    }

    private static boolean readBoolean(String text) {
        return switch (text) {
            case "true", "True", "TRUE" -> true;
            case "false", "False", "FALSE" -> false;
            default -> throw new IllegalArgumentException();
        };
    }

    private static long readInteger(String text, int bits) {
        require(isInteger(text));
        long value = parseLong(text);
        int unused = Long.SIZE - bits;
        require(value << unused >> unused == value);
        return value;
    }

    private static BigInteger readBigInteger(String text) {
        require(isInteger(text));
        int radix = radix(text);
        return new BigInteger(radix == 10 ? text : text.substring(2), radix);
    }

    private static String digits(String text) {
        require(text.length() <= MAX_DIGITS + 30);
        return text;
    }

    private static char readChar(String text) {
        require(text.length() == 1);
        return text.charAt(0);
    }

    private static UUID readUuid(String text) {
        require(text.length() == UUID_CHARS);
        return UUID.fromString(text);
    }

    private static String withoutBlanks(String text) {
        StringBuilder kept = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != ' ' && c != '\n' && c != '\t') {
                kept.append(c);
            }
        }
        return kept.toString();
    }

    /** Returns a description of the texts of this kind, for errors. */
    static String expected(ScalarKind kind) {
        return switch (kind) {
            case BOOLEAN -> "true or false";
            case BYTE -> "a whole number from -128 to 127";
            case SHORT -> "a whole number from -32768 to 32767";
            case CHAR -> "one character";
            case INT -> "a whole number of 32 bits";
            case LONG -> "a whole number of 64 bits";
            case FLOAT -> "a number that fits a float";
            case DOUBLE -> "a number that fits a double";
            case STRING -> "a string";
            case BYTES -> "bytes in base 64";
            case INSTANT -> "a moment such as 2024-02-29T12:30:00Z";
            case LOCAL_DATE -> "a date such as 2024-02-29";
            case LOCAL_TIME -> "a time such as 12:30:00";
            case LOCAL_DATE_TIME -> "a date and time such as 2024-02-29T12:30:00";
            case OFFSET_DATE_TIME -> "a date, time and offset such as 2024-02-29T12:30:00+01:00";
            case OFFSET_TIME -> "a time and offset such as 12:30:00+01:00";
            case ZONED_DATE_TIME -> "a date, time and zone such as 2024-02-29T12:30:00+01:00[Europe/Paris]";
            case DURATION -> "a duration such as PT1.5S";
            case PERIOD -> "a period such as P1Y2M3D";
            case YEAR -> "a year such as 2024";
            case YEAR_MONTH -> "a year and month such as 2024-02";
            case MONTH_DAY -> "a month and day such as --02-29";
            case ZONE_ID -> "a time zone such as Europe/Paris";
            case ZONE_OFFSET -> "a time zone offset such as +01:00";
            case BIG_DECIMAL -> "a decimal number";
            case BIG_INTEGER -> "a whole number";
            case UUID -> "a UUID such as 123e4567-e89b-12d3-a456-426614174000";
        };
    }

    /** Returns whether the text is an integer of YAML's core schema. */
    public static boolean isInteger(String text) {
        int radix = radix(text);
        int i = radix == 10 ? signLength(text) : 2;
        if (i == text.length()) {
            return false;
        }
        for (; i < text.length(); i++) {
            if (digit(text.charAt(i), radix) < 0) {
                return false;
            }
        }
        return true;
    }

    /** Returns the radix of an integer of the core schema: 8 after {@code 0o}, 16 after {@code 0x}, else 10. */
    static int radix(String text) {
        if (text.length() > 2 && text.charAt(0) == '0') {
            return text.charAt(1) == 'x' ? 16 : text.charAt(1) == 'o' ? 8 : 10;
        }
        return 10;
    }

    /** Returns the value of an ASCII digit, or -1; {@link Character#digit} accepts digits of all scripts. */
    private static int digit(char c, int radix) {
        return c < 0x80 ? Character.digit(c, radix) : -1;
    }

    private static int signLength(String text) {
        return !text.isEmpty() && (text.charAt(0) == '-' || text.charAt(0) == '+') ? 1 : 0;
    }

    /** Returns whether the text is a floating-point number of YAML's core schema; decimal integers are. */
    public static boolean isFloat(String text) {
        return isFinite(text) || isInfinite(text) || isNan(text);
    }

    /** Returns whether the text is a finite number in decimal. */
    public static boolean isFinite(String text) {
        int i = signLength(text);
        int whole = digits(text, i);
        i += whole;
        int fraction = 0;
        if (i < text.length() && text.charAt(i) == '.') {
            fraction = digits(text, i + 1);
            i += 1 + fraction;
        }
        if (whole + fraction == 0) {
            return false;
        }
        if (i < text.length() && (text.charAt(i) | 0x20) == 'e') {
            i++;
            if (i < text.length() && (text.charAt(i) == '+' || text.charAt(i) == '-')) {
                i++;
            }
            int exponent = digits(text, i);
            if (exponent == 0) {
                return false;
            }
            i += exponent;
        }
        return i == text.length();
    }

    private static int digits(String text, int from) {
        int i = from;
        while (i < text.length() && text.charAt(i) >= '0' && text.charAt(i) <= '9') {
            i++;
        }
        return i - from;
    }

    static boolean isInfinite(String text) {
        return switch (text.substring(signLength(text))) {
            case ".inf", ".Inf", ".INF" -> true;
            default -> false;
        };
    }

    static boolean isNan(String text) {
        return text.equals(".nan") || text.equals(".NaN") || text.equals(".NAN");
    }

    /**
     * Parses an integer that {@link #isInteger} has accepted; throws {@link NumberFormatException} if it needs more
     * than 64 bits.
     */
    public static long parseLong(String text) {
        int radix = radix(text);
        return radix == 10 ? Long.parseLong(text) : Long.parseLong(text, 2, text.length(), radix);
    }

    /**
     * Parses a number of YAML's core schema; throws {@link NumberFormatException} for any other text, and for a number
     * that is too large.
     */
    public static double parseDouble(String text) {
        if (isFinite(text)) {
            double value = Double.parseDouble(text);
            if (!Double.isInfinite(value)) {
                return value;
            }
        } else if (isInfinite(text)) {
            return text.charAt(0) == '-' ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        } else if (isNan(text)) {
            return Double.NaN;
        }
        throw new NumberFormatException(text);
    }

    /**
     * Parses a number of YAML's core schema; throws {@link NumberFormatException} for any other text, and for a number
     * that is too large.
     */
    public static float parseFloat(String text) {
        if (isFinite(text)) {
            float value = Float.parseFloat(text);
            if (!Float.isInfinite(value)) {
                return value;
            }
            throw new NumberFormatException(text);
        }
        return (float) parseDouble(text);
    }
}
