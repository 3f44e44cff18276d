package io.millrace.fix;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.EnumSet;
import java.util.Set;

/**
 * When a session is open. A period begins on each listed day at the start, in the zone of the start, and ends at the
 * next end, in the zone of the end; so it is right in the weeks in which only one of two zones has changed its clock.
 * A start in the hour that daylight saving skips is an hour later; one in the hour that comes twice is the first of
 * both.
 */
public final class FixSchedule {

    /** A time of day in a zone. */
    public record Clock(LocalTime time, ZoneId zone) {}

    /** A period: its first instant, and the first one after it. */
    public record Period(Instant start, Instant end) {

        /** Returns whether an instant is in the period. */
        public boolean contains(Instant instant) {
            return !instant.isBefore(start) && instant.isBefore(end);
        }
    }

    private static final int DAYS_OF_A_WEEK = 7;
    private static final FixSchedule NON_STOP = new FixSchedule(null, null, Set.of(), null);

    private final Clock start;
    private final Clock end;
    private final Set<DayOfWeek> days;
    private final DayOfWeek endDay;

    private FixSchedule(Clock start, Clock end, Set<DayOfWeek> days, DayOfWeek endDay) {
        this.start = start;
        this.end = end;
        this.days = days;
        this.endDay = endDay;
    }

    /** Returns a schedule that is always open, in one period. */
    public static FixSchedule nonStop() {
        return NON_STOP;
    }

    /**
     * Returns a schedule with a period from each of the days, in the zone of the start, to the next end after it.
     *
     * @throws IllegalArgumentException if there are no days, so that it never opens
     */
    public static FixSchedule daily(Clock start, Clock end, Set<DayOfWeek> days) {
        if (days.isEmpty()) {
            throw new IllegalArgumentException("a schedule without days never opens start=" + start + " end=" + end);
        }
        return new FixSchedule(start, end, EnumSet.copyOf(days), null);
    }

    /** Returns a schedule with one period each week. */
    public static FixSchedule weekly(DayOfWeek startDay, Clock start, DayOfWeek endDay, Clock end) {
        return new FixSchedule(start, end, EnumSet.of(startDay), endDay);
    }

    /** Returns whether the schedule is always open. */
    public boolean isNonStop() {
        return start == null;
    }

    /** Returns the period that an instant is in, or null if the session is closed then. */
    public Period periodAt(Instant instant) {
        if (isNonStop()) {
            return new Period(Instant.MIN, Instant.MAX);
        }
        LocalDate today = instant.atZone(start.zone()).toLocalDate();
        for (int back = 0; back <= DAYS_OF_A_WEEK + 1; back++) {
            Period period = startingOn(today.minusDays(back));
            if (period != null && period.contains(instant)) {
                return period;
            }
        }
        return null;
    }

    /** Returns the first period that begins after an instant, or null if the schedule is always open. */
    public Period nextAfter(Instant instant) {
        if (isNonStop()) {
            return null;
        }
        LocalDate today = instant.atZone(start.zone()).toLocalDate();
        for (int ahead = 0; ; ahead++) {
            Period period = startingOn(today.plusDays(ahead));
            if (period != null && period.start().isAfter(instant)) {
                return period;
            }
        }
    }

    private Period startingOn(LocalDate date) {
        if (!days.contains(date.getDayOfWeek())) {
            return null;
        }
        Instant from = ZonedDateTime.of(date, start.time(), start.zone()).toInstant();
        LocalDate first = from.atZone(end.zone()).toLocalDate();
        for (int ahead = 0; ; ahead++) {
            LocalDate day = first.plusDays(ahead);
            Instant to = ZonedDateTime.of(day, end.time(), end.zone()).toInstant();
            if (to.isAfter(from) && (endDay == null || day.getDayOfWeek() == endDay)) {
                return new Period(from, to);
            }
        }
    }

    /** Returns the instant of nanoseconds since 1970. */
    static Instant instant(long timeNs) {
        return Instant.EPOCH.plus(Duration.ofNanos(timeNs));
    }
}
