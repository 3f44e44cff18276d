package io.millrace.wire;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;

/**
 * Reads dates and times in BINARY. It checks the ranges of numbers itself, because the errors of the JDK would not name
 * the offset.
 */
final class BinaryTimes {
    private static final int MAX_NANO = 999_999_999;
    private static final int MAX_SECOND_OF_DAY = 86_399;
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private BinaryTimes() {}

    private static WireFormatException bad(String what, Object value, int offset) {
        return new WireFormatException(what + " value=" + value + " offset=" + offset);
    }

    private static int nano(BinaryInput in) {
        return (int) in.readUnsigned(MAX_NANO, "nanoseconds");
    }

    private static long secondOfDay(BinaryInput in) {
        return in.readUnsigned(MAX_SECOND_OF_DAY, "second of day");
    }

    static Instant instant(BinaryInput in) {
        int at = in.offset();
        long seconds = in.readLong();
        if (seconds < Instant.MIN.getEpochSecond() || seconds > Instant.MAX.getEpochSecond()) {
            throw bad("a moment is out of range", seconds, at);
        }
        return Instant.ofEpochSecond(seconds, nano(in));
    }

    static LocalDate localDate(BinaryInput in) {
        int at = in.offset();
        long day = in.readLong();
        if (day < LocalDate.MIN.toEpochDay() || day > LocalDate.MAX.toEpochDay()) {
            throw bad("a date is out of range", day, at);
        }
        return LocalDate.ofEpochDay(day);
    }

    static LocalTime localTime(BinaryInput in) {
        long second = secondOfDay(in);
        return LocalTime.ofNanoOfDay(second * NANOS_PER_SECOND + nano(in));
    }

    static ZonedDateTime zonedDateTime(BinaryInput in, ZonedDateTimeCache moments) {
        int at = in.offset();
        long day = in.readLong();
        long time = secondOfDay(in) << Integer.SIZE | nano(in);
        int offset = in.readInt();
        String zone = in.readString();
        ZonedDateTime known = moments.find(day, time, offset, zone);
        if (known != null) {
            return known;
        }
        in.rewind(at);
        LocalDateTime local = in.readLocalDateTime();
        ZoneOffset zoneOffset = zoneOffset(in);
        ZoneId zoneId = zoneId(in);
        try {
            return moments.keep(day, time, offset, zone, ZonedDateTime.ofInstant(local, zoneOffset, zoneId));
        } catch (DateTimeException e) {
            throw new WireFormatException(
                    "a date is out of range in its zone value=" + local + zoneOffset + " offset=" + at, e);
        }
    }

    static Duration duration(BinaryInput in) {
        long seconds = in.readLong();
        return Duration.ofSeconds(seconds, nano(in));
    }

    static Year year(BinaryInput in) {
        return Year.of(yearNumber(in));
    }

    private static int yearNumber(BinaryInput in) {
        int at = in.offset();
        int year = in.readInt();
        if (year < Year.MIN_VALUE || year > Year.MAX_VALUE) {
            throw bad("a year is out of range", year, at);
        }
        return year;
    }

    private static int month(BinaryInput in) {
        int at = in.offset();
        long month = in.readUnsigned();
        if (month < 1 || month > 12) {
            throw bad("a month is out of range", month, at);
        }
        return (int) month;
    }

    static YearMonth yearMonth(BinaryInput in) {
        int year = yearNumber(in);
        return YearMonth.of(year, month(in));
    }

    static MonthDay monthDay(BinaryInput in) {
        int month = month(in);
        int at = in.offset();
        int day = (int) in.readUnsigned(31, "day of month");
        try {
            return MonthDay.of(month, day);
        } catch (DateTimeException e) {
            throw new WireFormatException("there is no such day month=" + month + " value=" + day + " offset=" + at, e);
        }
    }

    static ZoneId zoneId(BinaryInput in) {
        int at = in.offset();
        String id = in.readString();
        if (id == null) {
            throw bad("a zone has no id", null, at);
        }
        try {
            return ZoneId.of(id);
        } catch (DateTimeException e) {
            throw new WireFormatException("there is no such time zone value=" + id + " offset=" + at, e);
        }
    }

    static ZoneOffset zoneOffset(BinaryInput in) {
        int at = in.offset();
        int seconds = in.readInt();
        if (Math.abs((long) seconds) > ZoneOffset.MAX.getTotalSeconds()) {
            throw bad("a zone offset is out of range", seconds, at);
        }
        return ZoneOffset.ofTotalSeconds(seconds);
    }
}
