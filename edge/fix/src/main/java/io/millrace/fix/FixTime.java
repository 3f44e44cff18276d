package io.millrace.fix;

/**
 * Dates and times of FIX as bytes: {@code 20260302-08:00:00.123456789} in UTC. A second of 60 is accepted where it
 * is read, as the specification allows it for leap seconds, and counts as the first second of the next minute.
 */
public final class FixTime {

    /** The decimal places of seconds that are written. */
    public enum Precision {
        /** None. */
        SECONDS(0),
        /** Three. */
        MILLISECONDS(3),
        /** Six. */
        MICROSECONDS(6),
        /** Nine. */
        NANOSECONDS(9);

        private final int digits;

        Precision(int digits) {
            this.digits = digits;
        }

        /** Returns the number of bytes of a timestamp with this precision. */
        public int timestampBytes() {
            return digits == 0 ? SECONDS_BYTES : SECONDS_BYTES + 1 + digits;
        }
    }

    /** Returned where the bytes are not a timestamp. */
    public static final long NONE = Long.MIN_VALUE;

    private static final int SECONDS_BYTES = 17;
    private static final int DATE_BYTES = 8;
    private static final int TIME_BYTES = 8;
    private static final int MINUTES_BYTES = 5;
    private static final int MONTH_BYTES = 6;
    private static final long NANOS = 1_000_000_000L;
    private static final int DAY_SECONDS = 86_400;
    private static final int HOUR_SECONDS = 3_600;
    private static final int MOST_PLACES = 12;

    private FixTime() {}

    static boolean isTimestamp(byte[] bytes, int start, int end) {
        return end - start >= SECONDS_BYTES
                && bytes[start + DATE_BYTES] == '-'
                && isDate(bytes, start, start + DATE_BYTES)
                && isTime(bytes, start + DATE_BYTES + 1, end);
    }

    static boolean isTime(byte[] bytes, int start, int end) {
        int length = end - start;
        if (length < TIME_BYTES || !isHoursAndMinutes(bytes, start) || bytes[start + MINUTES_BYTES] != ':') {
            return false;
        }
        if (number(bytes, start + 6, 2) < 0 || number(bytes, start + 6, 2) > 60) {
            return false;
        }
        return length == TIME_BYTES || isFraction(bytes, start + TIME_BYTES, end);
    }

    private static boolean isHoursAndMinutes(byte[] bytes, int start) {
        int hours = number(bytes, start, 2);
        int minutes = number(bytes, start + 3, 2);
        return hours >= 0 && hours < 24 && bytes[start + 2] == ':' && minutes >= 0 && minutes < 60;
    }

    private static boolean isFraction(byte[] bytes, int start, int end) {
        int places = end - start - 1;
        if (bytes[start] != '.' || places < 1 || places > MOST_PLACES) {
            return false;
        }
        for (int i = start + 1; i < end; i++) {
            if (!FixText.isDigit(bytes[i])) {
                return false;
            }
        }
        return true;
    }

    static boolean isDate(byte[] bytes, int start, int end) {
        if (end - start != DATE_BYTES) {
            return false;
        }
        int year = number(bytes, start, 4);
        int month = number(bytes, start + 4, 2);
        int day = number(bytes, start + 6, 2);
        return year >= 0 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
    }

    static boolean isMonthYear(byte[] bytes, int start, int end) {
        int length = end - start;
        if (length == DATE_BYTES && (bytes[start + MONTH_BYTES] | 0x20) == 'w') {
            byte week = bytes[start + MONTH_BYTES + 1];
            return isMonth(bytes, start) && week >= '1' && week <= '5';
        }
        return length == DATE_BYTES ? isDate(bytes, start, end) : length == MONTH_BYTES && isMonth(bytes, start);
    }

    private static boolean isMonth(byte[] bytes, int start) {
        int month = number(bytes, start + 4, 2);
        return number(bytes, start, 4) >= 0 && month >= 1 && month <= 12;
    }

    static boolean isDayOfMonth(byte[] bytes, int start, int end) {
        int day = end - start <= 2 ? number(bytes, start, end - start) : -1;
        return day >= 1 && day <= 31;
    }

    /** Accepts {@code [date-]HH:MM[:SS[.s]][Z|+hh[:mm]|-hh[:mm]]}. */
    static boolean isZoned(byte[] bytes, int start, int end) {
        int time = start;
        if (end - start > DATE_BYTES && bytes[start + DATE_BYTES] == '-') {
            if (!isDate(bytes, start, start + DATE_BYTES)) {
                return false;
            }
            time = start + DATE_BYTES + 1;
        }
        int zone = time;
        while (zone < end && bytes[zone] != 'Z' && bytes[zone] != '+' && bytes[zone] != '-') {
            zone++;
        }
        boolean whole = zone - time == MINUTES_BYTES ? isHoursAndMinutes(bytes, time) : isTime(bytes, time, zone);
        return whole && isOffset(bytes, zone, end);
    }

    private static boolean isOffset(byte[] bytes, int start, int end) {
        int length = end - start;
        if (length == 0 || length == 1) {
            return length == 0 || bytes[start] == 'Z';
        }
        int hours = length >= 3 ? number(bytes, start + 1, 2) : -1;
        if (bytes[start] == 'Z' || hours < 0 || hours > 23) {
            return false;
        }
        return length == 3 || (length == 6 && bytes[start + 3] == ':' && number(bytes, start + 4, 2) >= 0);
    }

    /**
     * Returns a timestamp in nanoseconds since 1970, or {@link #NONE} if the bytes are none. Decimal places after the
     * ninth are dropped. Dates from 1678 to 2261 can be told; others give {@link #NONE}.
     */
    public static long parseTimestamp(byte[] bytes, int start, int end) {
        if (!isTimestamp(bytes, start, end)) {
            return NONE;
        }
        int year = number(bytes, start, 4);
        if (year < 1678 || year > 2261) {
            return NONE;
        }
        return parseDate(bytes, start) * DAY_SECONDS * NANOS + parseTime(bytes, start + DATE_BYTES + 1, end);
    }

    /** Returns the days since 1970 of a date that {@link #isDate} accepts. */
    static long parseDate(byte[] bytes, int start) {
        return epochDay(number(bytes, start, 4), number(bytes, start + 4, 2), number(bytes, start + 6, 2));
    }

    /**
     * Returns the nanoseconds of the day of a time that {@link #isTime} accepts, without decimal places after the
     * ninth.
     */
    static long parseTime(byte[] bytes, int start, int end) {
        long seconds = number(bytes, start, 2) * (long) HOUR_SECONDS
                + number(bytes, start + 3, 2) * 60L
                + number(bytes, start + 6, 2);
        long nanos = 0;
        long unit = NANOS / 10;
        for (int i = start + TIME_BYTES + 1; i < end && unit > 0; i++) {
            nanos += (bytes[i] - '0') * unit;
            unit /= 10;
        }
        return seconds * NANOS + nanos;
    }

    /** Writes {@code timeNs}, nanoseconds since 1970, and returns the offset after it. */
    public static int writeTimestamp(byte[] bytes, int offset, long timeNs, Precision precision) {
        long seconds = Math.floorDiv(timeNs, NANOS);
        int at = writeDate(bytes, offset, Math.floorDiv(seconds, DAY_SECONDS));
        bytes[at++] = '-';
        int ofDay = (int) Math.floorMod(seconds, (long) DAY_SECONDS);
        return writeTime(bytes, at, ofDay * NANOS + Math.floorMod(timeNs, NANOS), precision);
    }

    /** Writes a time of day, in nanoseconds, and returns the offset after it. */
    static int writeTime(byte[] bytes, int offset, long nanosOfDay, Precision precision) {
        int ofDay = (int) (nanosOfDay / NANOS);
        int at = FixText.writeDigits(bytes, offset, ofDay / HOUR_SECONDS, 2);
        bytes[at++] = ':';
        at = FixText.writeDigits(bytes, at, ofDay / 60 % 60, 2);
        bytes[at++] = ':';
        at = FixText.writeDigits(bytes, at, ofDay % 60, 2);
        if (precision != Precision.SECONDS) {
            bytes[at++] = '.';
            long fraction = nanosOfDay % NANOS;
            for (int i = precision.digits; i < Precision.NANOSECONDS.digits; i++) {
                fraction /= 10;
            }
            at = FixText.writeDigits(bytes, at, fraction, precision.digits);
        }
        return at;
    }

    /** Writes a date of the proleptic Gregorian calendar; the algorithm is Howard Hinnant's {@code civil_from_days}. */
    static int writeDate(byte[] bytes, int offset, long epochDay) {
        long shifted = epochDay + 719_468;
        long era = Math.floorDiv(shifted, 146_097);
        long dayOfEra = shifted - era * 146_097;
        long yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
        long dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
        long fromMarch = (5 * dayOfYear + 2) / 153;
        long month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
        int at = FixText.writeDigits(bytes, offset, yearOfEra + era * 400 + (month <= 2 ? 1 : 0), 4);
        at = FixText.writeDigits(bytes, at, month, 2);
        return FixText.writeDigits(bytes, at, dayOfYear - (153 * fromMarch + 2) / 5 + 1, 2);
    }

    /** Returns the days since 1970; the algorithm is Howard Hinnant's {@code days_from_civil}. */
    private static long epochDay(int year, int month, int day) {
        int shifted = month <= 2 ? year - 1 : year;
        int era = Math.floorDiv(shifted, 400);
        int yearOfEra = shifted - era * 400;
        int dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
        int dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
        return era * 146_097L + dayOfEra - 719_468;
    }

    private static int daysIn(int year, int month) {
        return switch (month) {
            case 2 -> year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
            case 4, 6, 9, 11 -> 30;
            default -> 31;
        };
    }

    /** Returns a number of {@code digits} digits, or -1 if one of the bytes is no digit. */
    private static int number(byte[] bytes, int start, int digits) {
        int value = 0;
        for (int i = start; i < start + digits; i++) {
            if (!FixText.isDigit(bytes[i])) {
                return -1;
            }
            value = value * 10 + (bytes[i] - '0');
        }
        return value;
    }
}
