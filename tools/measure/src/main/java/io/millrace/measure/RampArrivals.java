package io.millrace.measure;

import java.util.Objects;

/**
 * A rate that changes evenly. With rates a and b and a duration d, what is due by the time t is a t + (b - a) t^2 / 2d;
 * number n is due where that is n. After the ramp the rate is constant and its times are exact.
 */
record RampArrivals(Rate from, Rate to, long durationNs) implements Arrivals {
    RampArrivals {
        Objects.requireNonNull(from);
        Objects.requireNonNull(to);
        if (durationNs < 1) {
            throw new MeasureException("ramp duration must be positive durationNs=" + durationNs);
        }
    }

    @Override
    public ArrivalTimes times() {
        double first = (double) from.count() / from.perNs();
        double last = (double) to.count() / to.perNs();
        double slope = (last - first) / durationNs;
        long onRamp = (long) Math.ceil((first + last) / 2 * durationNs);
        return new ArrivalTimes() {
            private long n;

            @Override
            public long nextNs() {
                long number = n++;
                if (number >= onRamp) {
                    return durationNs + to.offsetNs(number - onRamp);
                }
                // The root in the form that does not subtract numbers of the same size; below zero by rounding only.
                double root = Math.sqrt(Math.max(0, first * first + 2 * slope * number));
                return Math.min(durationNs, (long) (2.0 * number / (first + root)));
            }
        };
    }
}
