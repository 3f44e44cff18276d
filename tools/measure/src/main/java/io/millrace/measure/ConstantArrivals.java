package io.millrace.measure;

import java.util.Objects;

/** One every so often. */
record ConstantArrivals(Rate rate) implements Arrivals {
    ConstantArrivals {
        Objects.requireNonNull(rate);
    }

    @Override
    public ArrivalTimes times() {
        return new ArrivalTimes() {
            private long n;

            @Override
            public long nextNs() {
                return rate.offsetNs(n++);
            }
        };
    }
}
