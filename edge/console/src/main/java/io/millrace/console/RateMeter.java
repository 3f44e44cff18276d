package io.millrace.console;

/** The rate of a count over about the last two seconds. For one thread. */
final class RateMeter {

    private static final int SAMPLES = 9;
    private static final double NANOS_PER_SECOND = 1e9;

    private final long[] timesNs = new long[SAMPLES];
    private final long[] counts = new long[SAMPLES];
    private int size;
    private int next;

    /**
     * Adds a count and returns the rate a second; 0 until there are two counts. A count that is lower than the one
     * before, as of a directory that was replaced, starts anew.
     */
    double add(long nowNs, long count) {
        if (size > 0 && count < counts[Math.floorMod(next - 1, SAMPLES)]) {
            size = 0;
        }
        timesNs[next] = nowNs;
        counts[next] = count;
        next = (next + 1) % SAMPLES;
        size = Math.min(SAMPLES, size + 1);
        int newest = Math.floorMod(next - 1, SAMPLES);
        int oldest = Math.floorMod(next - size, SAMPLES);
        long passedNs = timesNs[newest] - timesNs[oldest];
        return passedNs <= 0 ? 0 : (counts[newest] - counts[oldest]) * NANOS_PER_SECOND / passedNs;
    }
}
