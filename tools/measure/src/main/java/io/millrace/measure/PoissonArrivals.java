package io.millrace.measure;

import java.util.Objects;
import java.util.SplittableRandom;

/** Exponential gaps from a seed. */
record PoissonArrivals(Rate rate, long seed) implements Arrivals {
    PoissonArrivals {
        Objects.requireNonNull(rate);
    }

    @Override
    public ArrivalTimes times() {
        double meanNs = (double) rate.perNs() / rate.count();
        SplittableRandom random = new SplittableRandom(seed);
        return new ArrivalTimes() {
            // The whole part is apart, so that no precision is lost over time.
            private long wholeNs;

            private double fractionNs;

            @Override
            public long nextNs() {
                // nextDouble may be 0 and is never 1, so the logarithm is finite.
                fractionNs -= meanNs * Math.log(1 - random.nextDouble());
                long whole = (long) fractionNs;
                wholeNs += whole;
                fractionNs -= whole;
                return wholeNs;
            }
        };
    }
}
