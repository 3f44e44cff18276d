package io.millrace.text;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.YearMonth;
import java.time.ZonedDateTime;

/** Writes times for which the Java classes are slow or cannot read their own text. */
final class YamlTimes {
    /** The seconds of 0000-01-01T00:00:00Z and 10000-01-01T00:00:00Z, between which years have four digits. */
    private static final long FIRST_SECOND = -62_167_219_200L;

    private static final long END_SECOND = 253_402_300_800L;
    /** Enough for date, time and nanoseconds. */
    private static final int MAX_CHARS = 40;

    private static final int DAY_SECONDS = 86_400;
    private static final int DAYS_OF_400_YEARS = 146_097;

    private YamlTimes() {}

    /** Appends the text of {@link Instant#toString}. */
    static void append(Utf8Output out, Instant value) {
        long seconds = value.getEpochSecond();
        if (seconds < FIRST_SECOND || seconds >= END_SECOND) {
            out.putAscii(value.toString());
            return;
        }
        byte[] bytes = out.room(MAX_CHARS);
        int at = putDate(bytes, out.length(), (int) ((seconds - FIRST_SECOND) / DAY_SECONDS));
        int second = (int) ((seconds - FIRST_SECOND) % DAY_SECONDS);
        bytes[at] = 'T';
        Utf8Output.pair(bytes, at + 1, second / 3_600);
        bytes[at + 3] = ':';
        Utf8Output.pair(bytes, at + 4, second / 60 % 60);
        bytes[at + 6] = ':';
        Utf8Output.pair(bytes, at + 7, second % 60);
        out.cut(putFraction(bytes, at + 9, value.getNano()));
        out.put('Z');
    }

    /** Appends the text of {@link ZonedDateTime#toString}, with the zone if it is not the offset itself. */
    static void append(Utf8Output out, ZonedDateTime value) {
        LocalDateTime local = value.toLocalDateTime();
        int year = local.getYear();
        if (year < 0 || year > 9_999) {
            out.putAscii(local.toString());
        } else {
            byte[] bytes = out.room(MAX_CHARS);
            int at = putDate(bytes, out.length(), year, local.getMonthValue(), local.getDayOfMonth());
            bytes[at] = 'T';
            out.cut(putTime(bytes, at + 1, local.toLocalTime()));
        }
        out.putAscii(value.getOffset().getId());
        if (!value.getZone().equals(value.getOffset())) {
            out.put('[');
            out.putAscii(value.getZone().getId());
            out.put(']');
        }
    }

    private static int putTime(byte[] bytes, int at, LocalTime time) {
        Utf8Output.pair(bytes, at, time.getHour());
        bytes[at + 2] = ':';
        Utf8Output.pair(bytes, at + 3, time.getMinute());
        int second = time.getSecond();
        int nanos = time.getNano();
        if (second == 0 && nanos == 0) {
            return at + 5;
        }
        bytes[at + 5] = ':';
        Utf8Output.pair(bytes, at + 6, second);
        return putFraction(bytes, at + 8, nanos);
    }

    /** Puts a point and three, six or nine digits, or nothing, and returns the position after them. */
    private static int putFraction(byte[] bytes, int at, int nanos) {
        if (nanos == 0) {
            return at;
        }
        bytes[at] = '.';
        three(bytes, at + 1, nanos / 1_000_000);
        if (nanos % 1_000_000 == 0) {
            return at + 4;
        }
        three(bytes, at + 4, nanos / 1_000 % 1_000);
        if (nanos % 1_000 == 0) {
            return at + 7;
        }
        three(bytes, at + 7, nanos % 1_000);
        return at + 10;
    }

    /**
     * Puts a day counted from 0000-01-01. Years are counted from March, so that the leap day is the last of its year.
     */
    private static int putDate(byte[] bytes, int at, int dayOfEra) {
        int day = dayOfEra - 60 + DAYS_OF_400_YEARS; // counted from -0400-03-01
        int cycle = day / DAYS_OF_400_YEARS;
        int rest = day % DAYS_OF_400_YEARS;
        int year = (rest - rest / 1_460 + rest / 36_524 - rest / 146_096) / 365;
        int dayOfYear = rest - (365 * year + year / 4 - year / 100);
        int month = (5 * dayOfYear + 2) / 153; // months of 31 and 30 days alternate in fives from March on
        int dayOfMonth = dayOfYear - (153 * month + 2) / 5 + 1;
        int number = month < 10 ? month + 3 : month - 9;
        return putDate(bytes, at, 400 * (cycle - 1) + year + (number <= 2 ? 1 : 0), number, dayOfMonth);
    }

    private static int putDate(byte[] bytes, int at, int year, int month, int day) {
        Utf8Output.pair(bytes, at, year / 100);
        Utf8Output.pair(bytes, at + 2, year % 100);
        bytes[at + 4] = '-';
        Utf8Output.pair(bytes, at + 5, month);
        bytes[at + 7] = '-';
        Utf8Output.pair(bytes, at + 8, day);
        return at + 10;
    }

    private static void three(byte[] bytes, int at, int value) {
        bytes[at] = (byte) ('0' + value / 100);
        Utf8Output.pair(bytes, at + 1, value % 100);
    }

    /** Appends the text of {@link YearMonth#toString}, with the sign that its parser requires before five digits. */
    static void append(Utf8Output out, YearMonth value) {
        String text = value.toString();
        if (value.getYear() > 9_999 && text.charAt(0) != '+') {
            out.put('+');
        }
        out.putAscii(text);
    }
}
