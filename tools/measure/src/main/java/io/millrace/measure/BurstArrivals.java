package io.millrace.measure;

import java.util.Objects;

/** Several at once, spaced so that the rate is kept. */
record BurstArrivals(Rate rate, int size) implements Arrivals {
    BurstArrivals {
        Objects.requireNonNull(rate);
        if (size < 1) {
            throw new MeasureException("burst size must be positive size=" + size);
        }
    }

    @Override
    public ArrivalTimes times() {
        return new ArrivalTimes() {
            private long n;

            @Override
            public long nextNs() {
                long first = n - n % size;
                n++;
                return rate.offsetNs(first);
            }
        };
    }
}
