package io.millrace.journal;

import java.time.Duration;

/**
 * How often a journal starts a new segment by the clock, beside starting one when the present one is full. Periods are
 * counted from the epoch, so a day begins at midnight UTC.
 *
 * @param period the length of a period, from one second; zero for never
 */
public record RollPeriod(Duration period) {

    /** Never by the clock. */
    public static final RollPeriod NONE = new RollPeriod(Duration.ZERO);

    /** At the start of each minute. */
    public static final RollPeriod MINUTE = new RollPeriod(Duration.ofMinutes(1));

    /** At the start of each hour. */
    public static final RollPeriod HOUR = new RollPeriod(Duration.ofHours(1));

    /** At midnight UTC. */
    public static final RollPeriod DAY = new RollPeriod(Duration.ofDays(1));

    /** Checks the length. */
    public RollPeriod {
        if (!period.isZero() && period.compareTo(Duration.ofSeconds(1)) < 0) {
            throw new JournalException("A roll period is zero or at least a second: period=" + period);
        }
    }

    /** Returns the first instant, in milliseconds of the epoch, of the period after the one of {@code epochMs}. */
    long nextStartMs(long epochMs) {
        if (period.isZero()) {
            return Long.MAX_VALUE;
        }
        long periodMs = period.toMillis();
        return (Math.floorDiv(epochMs, periodMs) + 1) * periodMs;
    }
}
