package io.millrace.wire;

import java.lang.foreign.MemorySegment;
import java.time.DateTimeException;
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
import java.time.ZoneOffset;
import java.time.ZonedDateTime;

/**
 * Encodes and decodes scalars in RAW, little endian. The table gives the bytes of each kind; kinds that it does not
 * contain are encoded as in BINARY.
 *
 * <pre>
 * SHORT, CHAR        2          INT, YEAR, ZONE_OFFSET  4          LONG  8
 * INSTANT, DURATION  seconds 8, nanoseconds 4
 * LOCAL_DATE         year 4, month 1, day 1
 * LOCAL_TIME         hour 1, minute 1, second 1, zero 1, nanoseconds 4
 * LOCAL_DATE_TIME    LOCAL_DATE, LOCAL_TIME
 * OFFSET_DATE_TIME   LOCAL_DATE_TIME, ZONE_OFFSET
 * OFFSET_TIME        LOCAL_TIME, ZONE_OFFSET
 * ZONED_DATE_TIME    LOCAL_DATE_TIME, ZONE_OFFSET, ZONE_ID
 * PERIOD             years 4, months 4, days 4
 * YEAR_MONTH         year 4, month 1
 * MONTH_DAY          month 1, day 1
 * </pre>
 */
final class RawScalars {
    private static final int DATE_BYTES = 6;
    private static final int DATE_TIME_BYTES = 14;
    private static final int MOMENT_BYTES = 12;
    private static final int MAX_NANO = 999_999_999;

    private RawScalars() {}

    /** Writes a value that is not null; throws {@link ClassCastException} if it is of another kind. */
    static void write(BinaryOutput out, ScalarKind kind, Object value) {
        switch (kind) {
            case SHORT -> writeShort(out, (Short) value);
            case CHAR -> writeShort(out, (short) (char) (Character) value);
            case INT -> writeInt(out, (Integer) value);
            case LONG -> writeLong(out, (Long) value);
            case INSTANT -> write(out, (Instant) value);
            case DURATION -> {
                Duration duration = (Duration) value;
                writeMoment(out, duration.getSeconds(), duration.getNano());
            }
            case LOCAL_DATE -> {
                long at = out.take(DATE_BYTES);
                put(out.segment(), at, (LocalDate) value);
            }
            case LOCAL_TIME -> writeLong(out, packed((LocalTime) value));
            case LOCAL_DATE_TIME -> write(out, (LocalDateTime) value);
            case OFFSET_DATE_TIME -> {
                OffsetDateTime time = (OffsetDateTime) value;
                write(out, time.toLocalDateTime());
                writeInt(out, time.getOffset().getTotalSeconds());
            }
            case OFFSET_TIME -> {
                OffsetTime time = (OffsetTime) value;
                writeLong(out, packed(time.toLocalTime()));
                writeInt(out, time.getOffset().getTotalSeconds());
            }
            case ZONED_DATE_TIME -> write(out, (ZonedDateTime) value);
            case PERIOD -> {
                Period period = (Period) value;
                writeInt(out, period.getYears());
                writeInt(out, period.getMonths());
                writeInt(out, period.getDays());
            }
            case YEAR -> writeInt(out, ((Year) value).getValue());
            case YEAR_MONTH -> {
                YearMonth month = (YearMonth) value;
                writeInt(out, month.getYear());
                out.writeByte((byte) month.getMonthValue());
            }
            case MONTH_DAY -> {
                MonthDay day = (MonthDay) value;
                writeShort(out, (short) (day.getMonthValue() | day.getDayOfMonth() << 8));
            }
            case ZONE_OFFSET -> writeInt(out, ((ZoneOffset) value).getTotalSeconds());
            default -> Scalars.write(out, kind, value);
        }
    }

    static void writeShort(BinaryOutput out, short value) {
        long at = out.take(Short.BYTES);
        MemoryAccess.setShort(out.segment(), at, value);
    }

    static void writeInt(BinaryOutput out, int value) {
        long at = out.take(Integer.BYTES);
        MemoryAccess.setInt(out.segment(), at, value);
    }

    static void writeLong(BinaryOutput out, long value) {
        long at = out.take(Long.BYTES);
        MemoryAccess.setLong(out.segment(), at, value);
    }

    private static void writeMoment(BinaryOutput out, long seconds, int nanos) {
        long at = out.take(MOMENT_BYTES);
        MemoryAccess.setLong(out.segment(), at, seconds);
        MemoryAccess.setInt(out.segment(), at + Long.BYTES, nanos);
    }

    /** Writes a value that is not null. */
    static void write(BinaryOutput out, Instant value) {
        writeMoment(out, value.getEpochSecond(), value.getNano());
    }

    private static void write(BinaryOutput out, LocalDateTime value) {
        long at = out.take(DATE_TIME_BYTES);
        put(out.segment(), at, value.toLocalDate());
        MemoryAccess.setLong(out.segment(), at + DATE_BYTES, packed(value.toLocalTime()));
    }

    private static void put(MemorySegment segment, long at, LocalDate value) {
        MemoryAccess.setInt(segment, at, value.getYear());
        MemoryAccess.setShort(
                segment, at + Integer.BYTES, (short) (value.getMonthValue() | value.getDayOfMonth() << 8));
    }

    private static long packed(LocalTime value) {
        return value.getHour() | value.getMinute() << 8 | value.getSecond() << 16 | (long) value.getNano() << 32;
    }

    /** Writes a value that is not null. */
    static void write(BinaryOutput out, ZonedDateTime value) {
        ZonedDateTimeBytes moments = out.rawMoments();
        out.ensure(ZonedDateTimeBytes.MAX_BYTES);
        int known = moments.write(value, out.segment(), out.position());
        out.take(known);
        if (known == 0) {
            int from = out.length();
            write(out, value.toLocalDateTime());
            writeInt(out, value.getOffset().getTotalSeconds());
            out.writeZoneId(value.getZone());
            out.keepMoment(moments, value, from);
        }
    }

    /** Reads a value; returns null only for strings and byte arrays, whose encoding includes null. */
    static Object read(BinaryInput in, ScalarKind kind, Object reuse) {
        return switch (kind) {
            case SHORT -> readShort(in);
            case CHAR -> (char) readShort(in);
            case INT -> readInt(in);
            case LONG -> readLong(in);
            case ZONE_ID, STRING, BYTES, BOOLEAN, BYTE, FLOAT, DOUBLE, BIG_DECIMAL, BIG_INTEGER, UUID ->
                Scalars.read(in, kind, reuse);
            default -> readTime(in, kind);
        };
    }

    /** Reads a date or a time. The JDK checks the ranges; its exceptions become errors that contain the offset. */
    static Object readTime(BinaryInput in, ScalarKind kind) {
        int offset = in.offset();
        try {
            return switch (kind) {
                case INSTANT -> Instant.ofEpochSecond(readLong(in), readNanos(in));
                case DURATION -> Duration.ofSeconds(readLong(in), readNanos(in));
                case LOCAL_DATE -> readDate(in);
                case LOCAL_TIME -> readTime(in);
                case LOCAL_DATE_TIME -> readDateTime(in);
                case OFFSET_DATE_TIME -> OffsetDateTime.of(readDateTime(in), readOffset(in));
                case OFFSET_TIME -> OffsetTime.of(readTime(in), readOffset(in));
                case ZONED_DATE_TIME -> readZoned(in);
                case PERIOD -> {
                    int years = readInt(in);
                    int months = readInt(in);
                    yield Period.of(years, months, readInt(in));
                }
                case YEAR -> Year.of(readInt(in));
                case YEAR_MONTH -> YearMonth.of(readInt(in), in.readByte());
                case MONTH_DAY -> MonthDay.of(in.readByte(), in.readByte());
                case ZONE_OFFSET -> readOffset(in);
                default -> throw new AssertionError(kind);
            };
        } catch (DateTimeException | ArithmeticException e) {
            throw new WireFormatException(
                    "a time is out of range kind=" + kind + " offset=" + offset + " error=" + e.getMessage(), e);
        }
    }

    static short readShort(BinaryInput in) {
        long at = in.take(Short.BYTES);
        return MemoryAccess.getShort(in.segment(), at);
    }

    static int readInt(BinaryInput in) {
        long at = in.take(Integer.BYTES);
        return MemoryAccess.getInt(in.segment(), at);
    }

    static long readLong(BinaryInput in) {
        long at = in.take(Long.BYTES);
        return MemoryAccess.getLong(in.segment(), at);
    }

    private static int readNanos(BinaryInput in) {
        int nanos = readInt(in);
        if (nanos < 0 || nanos > MAX_NANO) {
            throw new WireFormatException("nanoseconds are out of range value=" + nanos + " offset=" + in.offset());
        }
        return nanos;
    }

    private static LocalDate readDate(BinaryInput in) {
        long at = in.take(DATE_BYTES);
        return date(in.segment(), at);
    }

    private static LocalDate date(MemorySegment segment, long at) {
        short monthAndDay = MemoryAccess.getShort(segment, at + Integer.BYTES);
        return LocalDate.of(MemoryAccess.getInt(segment, at), monthAndDay & 0xFF, monthAndDay >>> 8 & 0xFF);
    }

    private static LocalTime readTime(BinaryInput in) {
        return time(readLong(in));
    }

    private static LocalTime time(long packed) {
        int clock = (int) packed;
        if (clock >>> 24 != 0) {
            throw new DateTimeException("a byte of a time is not zero value=" + (clock >>> 24));
        }
        return LocalTime.of(clock & 0xFF, clock >>> 8 & 0xFF, clock >>> 16 & 0xFF, (int) (packed >>> 32));
    }

    private static LocalDateTime readDateTime(BinaryInput in) {
        long at = in.take(DATE_TIME_BYTES);
        MemorySegment segment = in.segment();
        return LocalDateTime.of(date(segment, at), time(MemoryAccess.getLong(segment, at + DATE_BYTES)));
    }

    private static ZoneOffset readOffset(BinaryInput in) {
        return ZoneOffset.ofTotalSeconds(readInt(in));
    }

    private static ZonedDateTime readZoned(BinaryInput in) {
        int offset = in.offset();
        long at = in.take(DATE_TIME_BYTES + Integer.BYTES);
        MemorySegment segment = in.segment();
        long date = (long) MemoryAccess.getInt(segment, at) << Short.SIZE
                | (MemoryAccess.getShort(segment, at + Integer.BYTES) & 0xFFFF);
        long time = MemoryAccess.getLong(segment, at + DATE_BYTES);
        int seconds = MemoryAccess.getInt(segment, at + DATE_TIME_BYTES);
        String zone = in.readString();
        ZonedDateTime known = in.rawMoments().find(date, time, seconds, zone);
        if (known != null) {
            return known;
        }
        in.rewind(offset);
        LocalDateTime local = readDateTime(in);
        ZoneOffset zoneOffset = readOffset(in);
        return in.rawMoments()
                .keep(date, time, seconds, zone, ZonedDateTime.ofInstant(local, zoneOffset, in.readZoneId()));
    }
}
