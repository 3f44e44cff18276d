package io.millrace.console;

/** The rate of a count over its newest samples. For one thread. */
final class RateMeter {

    /** About two seconds, at four samples a second. */
    private static final int SAMPLES = 9;

    private static final double NANOS_PER_SECOND = 1e9;

    private final long[] timesNs;
    private final long[] counts;
    private int size;
    private int next;

    RateMeter() {
        this(SAMPLES);
    }

    RateMeter(int samples) {
        this.timesNs = new long[samples];
        this.counts = new long[samples];
    }

    /** Returns whether there are two counts, so that a rate of 0 is one. */
    boolean isKnown() {
        return size > 1;
    }

    /**
     * Adds a count and returns the rate a second; 0 until there are two counts. A count that is lower than the one
     * before, as of a directory that was replaced, starts anew.
     */
    double add(long nowNs, long count) {
        if (size > 0 && count < counts[Math.floorMod(next - 1, counts.length)]) {
            size = 0;
        }
        timesNs[next] = nowNs;
        counts[next] = count;
        next = (next + 1) % counts.length;
        size = Math.min(counts.length, size + 1);
        int newest = Math.floorMod(next - 1, counts.length);
        int oldest = Math.floorMod(next - size, counts.length);
        long passedNs = timesNs[newest] - timesNs[oldest];
        return passedNs <= 0 ? 0 : (counts[newest] - counts[oldest]) * NANOS_PER_SECOND / passedNs;
    }
}
