package io.millrace.text;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.NumberForm;
import io.millrace.wire.Scalar;
import io.millrace.wire.ScalarKind;
import io.millrace.wire.WireLimitException;
import io.millrace.wire.WireTypeException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.ZonedDateTime;
import java.util.UUID;

/** The canonical text of every single value: converts from BINARY and back. Times are in the forms of ISO 8601. */
final class YamlScalars {
    private static final byte[] TRUE = Utf8Output.ascii("true");
    private static final byte[] FALSE = Utf8Output.ascii("false");
    private static final int MAX_BITS = 332_192;

    private YamlScalars() {}

    /** Appends a value that is not null and neither a string nor bytes, on one line. */
    static void append(Utf8Output out, ScalarKind kind, BinaryInput in, YamlStrings.Context context) {
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

    private static void appendZoned(Utf8Output out, ZonedDateTime value, YamlStrings.Context context) {
        if (context == YamlStrings.Context.FLOW || value.getYear() < 0) {
            YamlStrings.append(out, value.toString(), context); // with brackets, or a dash before them
        } else {
            YamlTimes.append(out, value);
        }
    }

    /** Returns a value whose canonical text is that of its Java class, and plain in every context. */
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
    static void appendBytes(Utf8Output out, byte[] value) {
        if (value.length == 0) {
            out.putAscii("\"\"");
        } else {
            out.putBase64(value);
        }
    }

    /** Appends a value that is not null and neither a string nor bytes, in its form, on one line. */
    static void append(Utf8Output out, Scalar type, BinaryInput in, YamlStrings.Context context) {
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

    /** Returns whether a text of this type may be in quotes. */
    static boolean mayBeQuoted(Scalar type) {
        return type.form() != NumberForm.DECIMAL || mayBeQuoted(type.kind());
    }

    /** Returns whether the plain text is null in the core schema. */
    static boolean isNull(String text) {
        return switch (text) {
            case "", "~", "null", "Null", "NULL" -> true;
            default -> false;
        };
    }

    /** Writes the value of a missing field: null if it may be null, otherwise 0 or false. */
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

    /** Returns whether a text of this kind may be in quotes; a quoted number or truth value is a string. */
    static boolean mayBeQuoted(ScalarKind kind) {
        return switch (kind) {
            case BOOLEAN, BYTE, SHORT, INT, LONG, FLOAT, DOUBLE -> false;
            default -> true;
        };
    }
}
