package io.millrace.measure;

import java.util.Objects;

/**
 * A rate that holds for a while.
 *
 * @param rate the rate
 * @param durationNs for how long, in nanoseconds, from 1
 */
public record RateStep(Rate rate, long durationNs) {
    /** Checks the numbers. */
    public RateStep {
        Objects.requireNonNull(rate);
        if (durationNs < 1) {
            throw new MeasureException("step duration must be positive durationNs=" + durationNs);
        }
    }
}
