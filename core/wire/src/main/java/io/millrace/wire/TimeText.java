package io.millrace.wire;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;

/** Parses times for which the JDK's parsers are slow. */
final class TimeText {
    private static final int DAY_SECONDS = 86_400;

    private TimeText() {}

    /**
     * Parses a moment in the forms that {@link Instant#parse} accepts; several times as fast for the most common form.
     */
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

    /**
     * Parses a moment in the forms that {@link ZonedDateTime#parse} accepts; several times as fast for the most common
     * forms.
     */
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

    /** Parses the offset between two indexes, {@code Z} or {@code +hh:mm}; returns null for any other form. */
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

    /** Parses the digits between two indexes; returns -1 if there are other characters. */
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
