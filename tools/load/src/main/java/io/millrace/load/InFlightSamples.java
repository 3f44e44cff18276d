package io.millrace.load;

/**
 * Looks at how many operations are in flight, at times that follow no period: a schedule has one, and looking in step
 * with it would find the same moment of an operation again and again. Used by one thread.
 */
final class InFlightSamples {
    private static final long SHORTEST_NS = 5_000_000;
    private static final long RANGE_NS = 15_000_000;
    /** Multiples of it, without their whole parts, are spread evenly, however few or many there are. */
    private static final double GOLDEN = 0.618_033_988_749_894_9;

    private long samples;
    private double sum;

    void add(long inFlight) {
        samples++;
        sum += inFlight;
    }

    /** Returns how long to wait until the next look. */
    long nextNs() {
        double part = samples * GOLDEN;
        return SHORTEST_NS + (long) ((part - Math.floor(part)) * RANGE_NS);
    }

    /** Returns the mean; 0 where there is none. */
    double mean() {
        return samples == 0 ? 0 : sum / samples;
    }
}
