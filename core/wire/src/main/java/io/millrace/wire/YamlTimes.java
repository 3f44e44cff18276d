package io.millrace.wire;

import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;

/** Texts of times where the Java classes are slow or do not read back what they write. */
final class YamlTimes {
    /** Seconds of 0000-01-01T00:00:00Z and 10000-01-01T00:00:00Z, between which years have four digits. */
    private static final long FIRST_SECOND = -62_167_219_200L;

    private static final long END_SECOND = 253_402_300_800L;
    private static final int DAY_SECONDS = 86_400;
    private static final int DAYS_OF_400_YEARS = 146_097;

    private YamlTimes() {}

    /** Appends the text of {@link Instant#toString}. */
    static void append(StringBuilder out, Instant value) {
        long seconds = value.getEpochSecond();
        if (seconds < FIRST_SECOND || seconds >= END_SECOND) {
            out.append(value);
            return;
        }
        appendDate(out, (int) ((seconds - FIRST_SECOND) / DAY_SECONDS));
        int second = (int) ((seconds - FIRST_SECOND) % DAY_SECONDS);
        two(out.append('T'), second / 3_600);
        two(out.append(':'), second / 60 % 60);
        two(out.append(':'), second % 60);
        int nanos = value.getNano();
        if (nanos != 0) {
            out.append('.');
            three(out, nanos / 1_000_000);
            if (nanos % 1_000_000 != 0) {
                three(out, nanos / 1_000 % 1_000);
                if (nanos % 1_000 != 0) {
                    three(out, nanos % 1_000);
                }
            }
        }
        out.append('Z');
    }

    /** A day counted from 0000-01-01. Years are counted from March on, so that the leap day is the last of its year. */
    private static void appendDate(StringBuilder out, int dayOfEra) {
        int day = dayOfEra - 60 + DAYS_OF_400_YEARS; // counted from -0400-03-01
        int cycle = day / DAYS_OF_400_YEARS;
        int rest = day % DAYS_OF_400_YEARS;
        int year = (rest - rest / 1_460 + rest / 36_524 - rest / 146_096) / 365;
        int dayOfYear = rest - (365 * year + year / 4 - year / 100);
        int month = (5 * dayOfYear + 2) / 153; // months of 31 and 30 days alternate in fives from March on
        int dayOfMonth = dayOfYear - (153 * month + 2) / 5 + 1;
        int number = month < 10 ? month + 3 : month - 9;
        int fullYear = 400 * (cycle - 1) + year + (number <= 2 ? 1 : 0);
        two(out, fullYear / 100);
        two(out, fullYear % 100);
        two(out.append('-'), number);
        two(out.append('-'), dayOfMonth);
    }

    private static void two(StringBuilder out, int value) {
        out.append((char) ('0' + value / 10)).append((char) ('0' + value % 10));
    }

    private static void three(StringBuilder out, int value) {
        out.append((char) ('0' + value / 100));
        two(out, value % 100);
    }

    /** Appends the text of {@link YearMonth#toString}, with the sign that its parser wants before five digits. */
    static void append(StringBuilder out, YearMonth value) {
        String text = value.toString();
        if (value.getYear() > 9_999 && text.charAt(0) != '+') {
            out.append('+');
        }
        out.append(text);
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
