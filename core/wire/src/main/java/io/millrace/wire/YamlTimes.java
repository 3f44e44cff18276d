package io.millrace.wire;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;

/** Texts of times where the Java classes are slow or do not read back what they write. */
final class YamlTimes {
    /** Seconds of 0000-01-01T00:00:00Z and 10000-01-01T00:00:00Z, between which years have four digits. */
    private static final long FIRST_SECOND = -62_167_219_200L;

    private static final long END_SECOND = 253_402_300_800L;
    /** Date, time and nanoseconds, and some more. */
    private static final int MAX_CHARS = 40;

    private static final int DAY_SECONDS = 86_400;
    private static final int DAYS_OF_400_YEARS = 146_097;

    private YamlTimes() {}

    /** Appends the text of {@link Instant#toString}. */
    static void append(Utf8Text out, Instant value) {
        long seconds = value.getEpochSecond();
        if (seconds < FIRST_SECOND || seconds >= END_SECOND) {
            out.putAscii(value.toString());
            return;
        }
        byte[] bytes = out.room(MAX_CHARS);
        int at = putDate(bytes, out.length(), (int) ((seconds - FIRST_SECOND) / DAY_SECONDS));
        int second = (int) ((seconds - FIRST_SECOND) % DAY_SECONDS);
        bytes[at] = 'T';
        Utf8Text.pair(bytes, at + 1, second / 3_600);
        bytes[at + 3] = ':';
        Utf8Text.pair(bytes, at + 4, second / 60 % 60);
        bytes[at + 6] = ':';
        Utf8Text.pair(bytes, at + 7, second % 60);
        out.cut(putFraction(bytes, at + 9, value.getNano()));
        out.put('Z');
    }

    /** Appends the text of {@link ZonedDateTime#toString}, with the zone where it is not the offset itself. */
    static void append(Utf8Text out, ZonedDateTime value) {
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
        Utf8Text.pair(bytes, at, time.getHour());
        bytes[at + 2] = ':';
        Utf8Text.pair(bytes, at + 3, time.getMinute());
        int second = time.getSecond();
        int nanos = time.getNano();
        if (second == 0 && nanos == 0) {
            return at + 5;
        }
        bytes[at + 5] = ':';
        Utf8Text.pair(bytes, at + 6, second);
        return putFraction(bytes, at + 8, nanos);
    }

    /** Puts a point and three, six or nine digits, or nothing, and returns the place behind them. */
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

    /** A day counted from 0000-01-01. Years are counted from March on, so that the leap day is the last of its year. */
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
        Utf8Text.pair(bytes, at, year / 100);
        Utf8Text.pair(bytes, at + 2, year % 100);
        bytes[at + 4] = '-';
        Utf8Text.pair(bytes, at + 5, month);
        bytes[at + 7] = '-';
        Utf8Text.pair(bytes, at + 8, day);
        return at + 10;
    }

    private static void three(byte[] bytes, int at, int value) {
        bytes[at] = (byte) ('0' + value / 100);
        Utf8Text.pair(bytes, at + 1, value % 100);
    }

    /** Appends the text of {@link YearMonth#toString}, with the sign that its parser wants before five digits. */
    static void append(Utf8Text out, YearMonth value) {
        String text = value.toString();
        if (value.getYear() > 9_999 && text.charAt(0) != '+') {
            out.put('+');
        }
        out.putAscii(text);
    }

    /** Reads a moment in the forms that {@link Instant#parse} takes, the usual one several times as fast. */
    static Instant instant(String text) {
        int length = text.length();
        boolean usual = length >= 20
                && length <= 30
                && length != 21
                && text.charAt(4) == '-'
                && text.charAt(7) == '-'
                && text.charAt(10) == 'T'
                && text.charAt(13) == ':'
                && text.charAt(16) == ':'
                && text.charAt(length - 1) == 'Z'
                && (length == 20 || text.charAt(19) == '.');
        if (usual) {
            int year = digits(text, 0, 4);
            int month = digits(text, 5, 7);
            int day = digits(text, 8, 10);
            int hour = digits(text, 11, 13);
            int minute = digits(text, 14, 16);
            int second = digits(text, 17, 19);
            int nanos = length == 20 ? 0 : digits(text, 20, length - 1);
            boolean digits = (year | month | day | hour | minute | second | nanos) >= 0;
            if (digits && hour < 24 && minute < 60 && second < 60) {
                for (int i = length; length > 20 && i < 30; i++) {
                    nanos *= 10;
                }
                long seconds = LocalDate.of(year, month, day).toEpochDay() * DAY_SECONDS
                        + hour * 3_600L
                        + minute * 60L
                        + second;
                return Instant.ofEpochSecond(seconds, nanos);
            }
        }
        return Instant.parse(text);
    }

    /** Reads a moment in the forms that {@link ZonedDateTime#parse} takes, the usual ones several times as fast. */
    static ZonedDateTime zoned(String text) {
        int length = text.length();
        int end = 16;
        if (length < 17
                || text.charAt(4) != '-'
                || text.charAt(7) != '-'
                || text.charAt(10) != 'T'
                || text.charAt(13) != ':') {
            return ZonedDateTime.parse(text);
        }
        int second = 0;
        int nanos = 0;
        if (text.charAt(end) == ':' && length > 19) {
            second = digits(text, 17, 19);
            end = 19;
            if (text.charAt(end) == '.') {
                int first = ++end;
                while (end < length && end < first + 9 && isDigit(text.charAt(end))) {
                    nanos = 10 * nanos + text.charAt(end++) - '0';
                }
                if (end == first) {
                    return ZonedDateTime.parse(text);
                }
                for (int i = end - first; i < 9; i++) {
                    nanos *= 10;
                }
            }
        }
        int bracket = text.indexOf('[', end);
        int year = digits(text, 0, 4);
        int month = digits(text, 5, 7);
        int day = digits(text, 8, 10);
        int hour = digits(text, 11, 13);
        int minute = digits(text, 14, 16);
        boolean digits = (year | month | day | hour | minute | second) >= 0;
        ZoneOffset offset = offset(text, end, bracket < 0 ? length : bracket);
        if (!digits || offset == null || hour > 23 || (bracket >= 0 && text.charAt(length - 1) != ']')) {
            return ZonedDateTime.parse(text);
        }
        LocalDateTime local = LocalDateTime.of(year, month, day, hour, minute, second, nanos);
        ZoneId zone = bracket < 0 ? offset : ZoneId.of(text.substring(bracket + 1, length - 1));
        return ZonedDateTime.ofInstant(local, offset, zone);
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    /** The offset that stands between these places as {@code Z} or {@code +hh:mm}, or null where it looks otherwise. */
    private static ZoneOffset offset(String text, int from, int to) {
        if (to == from + 1 && text.charAt(from) == 'Z') {
            return ZoneOffset.UTC;
        }
        if (to != from + 6 || text.charAt(from + 3) != ':') {
            return null;
        }
        int hours = digits(text, from + 1, from + 3);
        int minutes = digits(text, from + 4, to);
        char sign = text.charAt(from);
        boolean usual = (sign == '+' || sign == '-') && hours >= 0 && hours < 18 && minutes >= 0 && minutes < 60;
        int seconds = 3_600 * hours + 60 * minutes;
        return usual ? ZoneOffset.ofTotalSeconds(sign == '-' ? -seconds : seconds) : null;
    }

    /** The number between these places, or -1 where there is anything but digits. */
    private static int digits(String text, int from, int to) {
        int value = 0;
        for (int i = from; i < to; i++) {
            int digit = text.charAt(i) - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            value = 10 * value + digit;
        }
        return value;
    }
}
