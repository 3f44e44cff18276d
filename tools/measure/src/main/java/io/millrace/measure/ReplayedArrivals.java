package io.millrace.measure;

/** Arrivals that were seen before. */
final class ReplayedArrivals implements Arrivals {
    private final long[] offsetsNs;

    ReplayedArrivals(long... offsetsNs) {
        this.offsetsNs = offsetsNs.clone();
        long previous = 0;
        for (int i = 0; i < offsetsNs.length; i++) {
            if (offsetsNs[i] < previous) {
                throw new MeasureException(
                        "arrivals are not in order n=" + i + " offsetNs=" + offsetsNs[i] + " previousNs=" + previous);
            }
            previous = offsetsNs[i];
        }
    }

    @Override
    public ArrivalTimes times() {
        return new ArrivalTimes() {
            private int n;

            @Override
            public long nextNs() {
                return n < offsetsNs.length ? offsetsNs[n++] : END;
            }
        };
    }
}
