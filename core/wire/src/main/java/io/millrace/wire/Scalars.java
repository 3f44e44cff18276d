package io.millrace.wire;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
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
import java.util.UUID;

/** Reads, writes and widens scalars as objects, by their kind. */
final class Scalars {
    private Scalars() {}

    /** Writes a value that is not null; throws {@link ClassCastException} if it is of another kind. */
    static void write(BinaryOutput out, ScalarKind kind, Object value) {
        switch (kind) {
            case BOOLEAN -> out.writeBoolean((Boolean) value);
            case BYTE -> out.writeByte((Byte) value);
            case SHORT -> out.writeShort((Short) value);
            case CHAR -> out.writeChar((Character) value);
            case INT -> out.writeInt((Integer) value);
            case LONG -> out.writeLong((Long) value);
            case FLOAT -> out.writeFloat((Float) value);
            case DOUBLE -> out.writeDouble((Double) value);
            case STRING -> out.writeString((String) value);
            case BYTES -> out.writeBytes((byte[]) value);
            case INSTANT -> out.writeInstant((Instant) value);
            case LOCAL_DATE -> out.writeLocalDate((LocalDate) value);
            case LOCAL_TIME -> out.writeLocalTime((LocalTime) value);
            case LOCAL_DATE_TIME -> out.writeLocalDateTime((LocalDateTime) value);
            case OFFSET_DATE_TIME -> out.writeOffsetDateTime((OffsetDateTime) value);
            case OFFSET_TIME -> out.writeOffsetTime((OffsetTime) value);
            case ZONED_DATE_TIME -> out.writeZonedDateTime((ZonedDateTime) value);
            case DURATION -> out.writeDuration((Duration) value);
            case PERIOD -> out.writePeriod((Period) value);
            case YEAR -> out.writeYear((Year) value);
            case YEAR_MONTH -> out.writeYearMonth((YearMonth) value);
            case MONTH_DAY -> out.writeMonthDay((MonthDay) value);
            case ZONE_ID -> out.writeZoneId((ZoneId) value);
            case ZONE_OFFSET -> out.writeZoneOffset((ZoneOffset) value);
            case BIG_DECIMAL -> out.writeBigDecimal((BigDecimal) value);
            case BIG_INTEGER -> out.writeBigInteger((BigInteger) value);
            case UUID -> out.writeUuid((UUID) value);
        }
    }

    /** Reads a value; returns null only for strings and byte arrays, whose encoding includes null. */
    static Object read(BinaryInput in, ScalarKind kind, Object reuse) {
        return switch (kind) {
            case BOOLEAN -> in.readBoolean();
            case BYTE -> in.readByte();
            case SHORT -> in.readShort();
            case CHAR -> in.readChar();
            case INT -> in.readInt();
            case LONG -> in.readLong();
            case FLOAT -> in.readFloat();
            case DOUBLE -> in.readDouble();
            case STRING -> in.readString();
            case BYTES -> in.readBytes(reuse instanceof byte[] bytes ? bytes : null);
            case INSTANT -> in.readInstant();
            case LOCAL_DATE -> in.readLocalDate();
            case LOCAL_TIME -> in.readLocalTime();
            case LOCAL_DATE_TIME -> in.readLocalDateTime();
            case OFFSET_DATE_TIME -> in.readOffsetDateTime();
            case OFFSET_TIME -> in.readOffsetTime();
            case ZONED_DATE_TIME -> in.readZonedDateTime();
            case DURATION -> in.readDuration();
            case PERIOD -> in.readPeriod();
            case YEAR -> in.readYear();
            case YEAR_MONTH -> in.readYearMonth();
            case MONTH_DAY -> in.readMonthDay();
            case ZONE_ID -> in.readZoneId();
            case ZONE_OFFSET -> in.readZoneOffset();
            case BIG_DECIMAL -> in.readBigDecimal();
            case BIG_INTEGER -> in.readBigInteger();
            case UUID -> in.readUuid();
        };
    }

    /**
     * Returns whether every value of one kind is a value of the other; the kind of a field may only change like this.
     */
    static boolean widens(ScalarKind from, ScalarKind to) {
        return switch (from) {
            case BYTE -> to == ScalarKind.SHORT || to == ScalarKind.INT || to == ScalarKind.LONG || isFloating(to);
            case SHORT -> to == ScalarKind.INT || to == ScalarKind.LONG || isFloating(to);
            case CHAR -> to == ScalarKind.INT || to == ScalarKind.LONG || isFloating(to);
            case INT -> to == ScalarKind.LONG || to == ScalarKind.DOUBLE;
            case FLOAT -> to == ScalarKind.DOUBLE;
            case ZONE_OFFSET -> to == ScalarKind.ZONE_ID;
            default -> false;
        };
    }

    private static boolean isFloating(ScalarKind kind) {
        return kind == ScalarKind.FLOAT || kind == ScalarKind.DOUBLE;
    }

    /** Converts a value to a wider kind. */
    static Object widen(Object value, ScalarKind to) {
        if (value instanceof ZoneOffset) {
            return value;
        }
        Number number = value instanceof Character character ? Integer.valueOf(character) : (Number) value;
        return switch (to) {
            case SHORT -> number.shortValue();
            case INT -> number.intValue();
            case LONG -> number.longValue();
            case FLOAT -> number.floatValue();
            case DOUBLE -> number.doubleValue();
            default -> throw new IllegalArgumentException("kind=" + to);
        };
    }
}
