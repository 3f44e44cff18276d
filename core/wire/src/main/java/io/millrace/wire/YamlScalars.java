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
import java.time.ZonedDateTime;
import java.util.Base64;
import java.util.UUID;

/** The canonical text of every single value, from BINARY and back to it. Times are in the forms of ISO 8601. */
final class YamlScalars {
    private static final byte[] TRUE = Utf8Text.ascii("true");
    private static final byte[] FALSE = Utf8Text.ascii("false");
    private static final int MAX_DIGITS = 100_000;
    private static final int MAX_BITS = 332_192;
    private static final int MAX_TIME_CHARS = 200;
    private static final int UUID_CHARS = 36;
    private static final Base64.Decoder FROM_BASE64 = Base64.getDecoder();

    private YamlScalars() {}

    /** Appends a value that is not null and neither a string nor bytes, on one line. */
    static void append(Utf8Text out, ScalarKind kind, BinaryInput in, YamlStrings.Context context) {
        switch (kind) {
            case BOOLEAN -> out.put(in.readBoolean() ? TRUE : FALSE);
            case BYTE -> out.put((long) in.readByte());
            case SHORT -> out.put((long) in.readShort());
            case INT -> out.put((long) in.readInt());
            case LONG -> out.put(in.readLong());
            case FLOAT -> YamlNumbers.append(out, in.readFloat());
            case DOUBLE -> YamlNumbers.append(out, in.readDouble());
            case CHAR -> YamlStrings.appendChar(out, in.readChar(), context);
            case INSTANT -> YamlTimes.append(out, in.readInstant());
            case ZONED_DATE_TIME -> appendZoned(out, in.readZonedDateTime(), context);
            case ZONE_ID -> YamlStrings.append(out, in.readZoneId().getId(), context);
            case YEAR -> out.put((long) in.readYear().getValue());
            case YEAR_MONTH -> YamlTimes.append(out, in.readYearMonth());
            case BIG_DECIMAL -> out.putAscii(bounded(in.readBigDecimal()).toString());
            case BIG_INTEGER -> out.putAscii(bounded(in.readBigInteger()).toString());
            case STRING, BYTES -> throw new AssertionError(kind);
            default -> out.putAscii(object(kind, in).toString());
        }
    }

    private static void appendZoned(Utf8Text out, ZonedDateTime value, YamlStrings.Context context) {
        if (context == YamlStrings.Context.FLOW || value.getYear() < 0) {
            YamlStrings.append(out, value.toString(), context); // brackets, or a dash in front
        } else {
            YamlTimes.append(out, value);
        }
    }

    /** A value whose canonical text is that of its Java class, and plain everywhere. */
    private static Object object(ScalarKind kind, BinaryInput in) {
        return switch (kind) {
            case LOCAL_DATE -> in.readLocalDate();
            case LOCAL_TIME -> in.readLocalTime();
            case LOCAL_DATE_TIME -> in.readLocalDateTime();
            case OFFSET_DATE_TIME -> in.readOffsetDateTime();
            case OFFSET_TIME -> in.readOffsetTime();
            case DURATION -> in.readDuration();
            case PERIOD -> in.readPeriod();
            case MONTH_DAY -> in.readMonthDay();
            case ZONE_OFFSET -> in.readZoneOffset();
            case UUID -> in.readUuid();
            default -> throw new AssertionError(kind);
        };
    }

    private static BigInteger bounded(BigInteger value) {
        if (value.bitLength() > MAX_BITS) {
            throw new WireLimitException(
                    "a number is too long for text bits=" + value.bitLength() + " limit=" + MAX_BITS);
        }
        return value;
    }

    private static BigDecimal bounded(BigDecimal value) {
        bounded(value.unscaledValue());
        return value;
    }

    /** Appends bytes in base 64, without their tag. */
    static void appendBytes(Utf8Text out, byte[] value) {
        if (value.length == 0) {
            out.putAscii("\"\"");
        } else {
            out.putBase64(value);
        }
    }

    /**
     * Writes the value that a text stands for.
     *
     * @return false where it stands for none of this kind; nothing has been written then
     */
    static boolean read(ScalarKind kind, String text, BinaryOutput out) {
        try {
            switch (kind) {
                case BOOLEAN -> out.writeBoolean(readBoolean(text));
                case BYTE -> out.writeByte((byte) readInteger(text, Byte.SIZE));
                case SHORT -> out.writeShort((short) readInteger(text, Short.SIZE));
                case INT -> out.writeInt((int) readInteger(text, Integer.SIZE));
                case LONG -> out.writeLong(readInteger(text, Long.SIZE));
                case FLOAT -> out.writeFloat(YamlNumbers.parseFloat(text));
                case DOUBLE -> out.writeDouble(YamlNumbers.parseDouble(text));
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

    /** Appends a value that is not null and neither a string nor bytes, in its form, on one line. */
    static void append(Utf8Text out, Scalar type, BinaryInput in, YamlStrings.Context context) {
        if (type.form() == NumberForm.DECIMAL) {
            int start = out.length();
            append(out, type.kind(), in, context);
            if (type.kind() == ScalarKind.BIG_DECIMAL) {
                YamlNumbers.pointExponent(out, start);
            }
        } else if (type.form() == NumberForm.SHORT_TEXT) {
            int start = out.length();
            ShownNumbers.append(out, type, in);
            if (!YamlStrings.isSurelyPlain(out.bytes(), start, out.length(), context)) {
                YamlStrings.append(out, out.cutText(start), context);
            }
        } else {
            ShownNumbers.append(out, type, in);
        }
    }

    /** As {@link #read(ScalarKind, String, BinaryOutput)}, for a text in the form of the type. */
    static boolean read(Scalar type, String text, BinaryOutput out) {
        if (type.form() == NumberForm.DECIMAL) {
            return read(type.kind(), text, out);
        }
        try {
            ShownNumbers.read(type, text, out);
            return true;
        } catch (IllegalArgumentException | DateTimeException | ArithmeticException _) {
            return false;
        }
    }

    /** What a text of this type looks like, for errors. */
    static String expected(Scalar type) {
        return type.form() == NumberForm.DECIMAL ? expected(type.kind()) : ShownNumbers.expected(type);
    }

    /** Whether a text of this type may stand in quotes. */
    static boolean mayBeQuoted(Scalar type) {
        return type.form() != NumberForm.DECIMAL || mayBeQuoted(type.kind());
    }

    private static void readTime(ScalarKind kind, String text, BinaryOutput out) {
        require(text.length() <= MAX_TIME_CHARS);
        switch (kind) {
            case INSTANT -> out.writeInstant(YamlTimes.instant(text));
            case LOCAL_DATE -> out.writeLocalDate(LocalDate.parse(text));
            case LOCAL_TIME -> out.writeLocalTime(LocalTime.parse(text));
            case LOCAL_DATE_TIME -> out.writeLocalDateTime(LocalDateTime.parse(text));
            case OFFSET_DATE_TIME -> out.writeOffsetDateTime(OffsetDateTime.parse(text));
            case OFFSET_TIME -> out.writeOffsetTime(OffsetTime.parse(text));
            case ZONED_DATE_TIME -> out.writeZonedDateTime(YamlTimes.zoned(text));
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

    /** Whether the plain text is null in the core schema. */
    static boolean isNull(String text) {
        return switch (text) {
            case "", "~", "null", "Null", "NULL" -> true;
            default -> false;
        };
    }

    private static long readInteger(String text, int bits) {
        require(YamlNumbers.isInteger(text));
        long value = YamlNumbers.parseLong(text);
        int unused = Long.SIZE - bits;
        require(value << unused >> unused == value);
        return value;
    }

    private static BigInteger readBigInteger(String text) {
        require(YamlNumbers.isInteger(text));
        int radix = YamlNumbers.radix(text);
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

    /** Writes what a field that is missing holds: null where it may be, else 0 or false. */
    static void writeMissing(Scalar scalar, BinaryOutput out) {
        if (scalar.hasPresenceByte()) {
            out.writeBoolean(false);
            return;
        }
        switch (scalar.kind()) {
            case STRING, BYTES -> out.writeNull();
            case BOOLEAN -> out.writeBoolean(false);
            case BYTE -> out.writeByte((byte) 0);
            case SHORT -> out.writeShort((short) 0);
            case CHAR -> out.writeChar((char) 0);
            case INT -> out.writeInt(0);
            case LONG -> out.writeLong(0);
            case FLOAT -> out.writeFloat(0);
            case DOUBLE -> out.writeDouble(0);
            default ->
                throw new WireTypeException("a required value is missing and has no default kind=" + scalar.kind());
        }
    }

    /** What a text of this kind looks like, for errors. */
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

    /** Whether a text of this kind may stand in quotes; a quoted number or truth value is a string. */
    static boolean mayBeQuoted(ScalarKind kind) {
        return switch (kind) {
            case BOOLEAN, BYTE, SHORT, INT, LONG, FLOAT, DOUBLE -> false;
            default -> true;
        };
    }
}
