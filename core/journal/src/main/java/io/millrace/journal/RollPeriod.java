package io.millrace.journal;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;

/**
 * How often a journal starts a new segment by the clock, besides when the present one is full. Periods begin in the
 * local time of a zone: a day at midnight, a week at midnight before Monday, an hour at the full hour, anything else at
 * multiples of its length since 1970. So a day on which clocks are set has 23 or 25 hours; where they are set within a
 * period of an hour or less, a period starts there too.
 *
 * @param period the length of a period, from one second to ten years of 366 days; zero for never
 * @param zone the zone of the local time
 */
public record RollPeriod(Duration period, ZoneId zone) {

    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofDays(3660);

    /** Never. */
    public static final RollPeriod NONE = new RollPeriod(Duration.ZERO);

    /** At the start of each minute. */
    public static final RollPeriod MINUTE = new RollPeriod(Duration.ofMinutes(1));

    /** At the start of each hour. */
    public static final RollPeriod HOUR = new RollPeriod(Duration.ofHours(1));

    /** At midnight UTC. */
    public static final RollPeriod DAY = new RollPeriod(Duration.ofDays(1));

    /** At midnight UTC before each Monday. */
    public static final RollPeriod WEEK = new RollPeriod(Duration.ofDays(7));

    private static final long WEEK_MS = 7L * 24 * 60 * 60 * 1000;

    /** 1970 began on a Thursday, four days before a Monday. */
    private static final long FIRST_MONDAY_MS = 4L * 24 * 60 * 60 * 1000;

    /** Checks the length. */
    public RollPeriod {
        if (!period.isZero() && (period.compareTo(SHORTEST) < 0 || period.compareTo(LONGEST) > 0)) {
            throw new JournalException("roll period must be zero, or 1 second to 3660 days period=" + period);
        }
    }

    /** Creates a period in UTC. */
    public RollPeriod(Duration period) {
        this(period, ZoneOffset.UTC);
    }

    /** Returns this period in another zone. */
    public RollPeriod in(ZoneId value) {
        return new RollPeriod(period, value);
    }

    /** Returns the first instant, in milliseconds of the epoch, of the period after the one of {@code epochMs}. */
    long nextStartMs(long epochMs) {
        if (period.isZero()) {
            return Long.MAX_VALUE;
        }
        long periodMs = period.toMillis();
        long anchorMs = periodMs % WEEK_MS == 0 ? FIRST_MONDAY_MS : 0;
        ZoneRules rules = zone.getRules();
        long number = Math.floorDiv(localMs(rules, epochMs) - anchorMs, periodMs);
        long fromMs = epochMs;
        while (true) {
            long offsetMs = localMs(rules, fromMs) - fromMs;
            long startMs = (number + 1) * periodMs + anchorMs - offsetMs;
            ZoneOffsetTransition transition = rules.nextTransition(Instant.ofEpochMilli(fromMs));
            if (transition == null || startMs <= transition.toEpochSecond() * 1000) {
                return startMs;
            }
            fromMs = transition.toEpochSecond() * 1000; // the clocks are set within this period
            if (Math.floorDiv(localMs(rules, fromMs) - anchorMs, periodMs) != number) {
                return fromMs;
            }
        }
    }

    /** Returns the local time, as milliseconds since 1970 in local time. */
    private static long localMs(ZoneRules rules, long epochMs) {
        return epochMs + rules.getOffset(Instant.ofEpochMilli(epochMs)).getTotalSeconds() * 1000L;
    }
}
