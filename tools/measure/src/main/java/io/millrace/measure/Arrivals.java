package io.millrace.measure;

import java.util.List;

/**
 * A way in which work arrives. It is a value: {@link #times()} starts the same sequence anew each time, so two runs can
 * have the same arrivals. Nothing about it depends on how fast the work is done.
 */
public interface Arrivals {
    /** Returns the sequence from its beginning. */
    ArrivalTimes times();

    /** Returns evenly spaced arrivals, exactly by {@link Rate#offsetNs}. */
    static Arrivals constant(Rate rate) {
        return new ConstantArrivals(rate);
    }

    /**
     * Returns independent arrivals (a Poisson process): gaps are exponentially distributed around the mean of the rate.
     *
     * @param seed the same seed gives the same arrivals
     */
    static Arrivals poisson(Rate rate, long seed) {
        return new PoissonArrivals(rate, seed);
    }

    /**
     * Returns bursts of {@code size} arrivals, spaced so that the rate is kept.
     *
     * @param size the size of a burst, from 1
     */
    static Arrivals bursts(Rate rate, int size) {
        return new BurstArrivals(rate, size);
    }

    /** Returns a rate that grows or falls evenly from one to the other for a duration, and then stays. */
    static Arrivals ramp(Rate from, Rate to, long durationNs) {
        return new RampArrivals(from, to, durationNs);
    }

    /** Returns rates one after the other, and then the end. */
    static Arrivals steps(List<RateStep> steps) {
        return new StepArrivals(steps);
    }

    /**
     * Returns recorded arrivals, and then the end.
     *
     * @param offsetsNs nanoseconds from the start, none negative, none before the last one
     */
    static Arrivals replayed(long... offsetsNs) {
        return new ReplayedArrivals(offsetsNs);
    }
}
