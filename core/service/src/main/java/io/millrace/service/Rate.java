package io.millrace.service;

/**
 * The number of items that a source sends in a second. The item numbered {@code n}, counted from 0, is due at
 * {@code start + floor(n * 1e9 / perSecond)}: a source that lags catches up, and the delay shows in the history, whose
 * first time is when the item was due.
 *
 * @param perSecond items a second, 1 to 1,000,000,000; 0 for no limit
 */
public record Rate(long perSecond) {

    /** As fast as can be. */
    public static final Rate UNLIMITED = new Rate(0);

    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    /** Checks the range. */
    public Rate {
        if (perSecond < 0 || perSecond > NANOS_PER_SECOND) {
            throw new IllegalArgumentException("a rate must be 0 to 1000000000 items a second perSecond=" + perSecond);
        }
    }

    /** Returns the rate of {@code items} a second, at least 1. */
    public static Rate perSecond(long items) {
        if (items == 0) {
            throw new IllegalArgumentException("a rate must be 1 to 1000000000 items a second perSecond=0");
        }
        return new Rate(items);
    }

    /** Returns whether there is a limit. */
    public boolean limited() {
        return perSecond > 0;
    }

    /** Returns how many nanoseconds after the start the item {@code number}, 0 or more, is due; 0 without a limit. */
    public long dueNs(long number) {
        if (perSecond == 0) {
            return 0;
        }
        long seconds = number / perSecond;
        return seconds * NANOS_PER_SECOND + (number % perSecond) * NANOS_PER_SECOND / perSecond;
    }
}
