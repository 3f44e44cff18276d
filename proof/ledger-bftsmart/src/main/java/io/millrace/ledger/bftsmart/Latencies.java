package io.millrace.ledger.bftsmart;

import java.util.Arrays;

/** Times of calls; any thread adds them. */
final class Latencies {
    /** Keeps none. */
    static final Latencies NONE = new Latencies(0);

    private static final int PERCENT = 100;
    private static final double NS_A_MS = 1e6;

    private final long[] tookNs;
    private int count;

    Latencies(int most) {
        this.tookNs = new long[most];
    }

    synchronized void add(long ns) {
        if (count < tookNs.length) {
            tookNs[count++] = ns;
        }
    }

    /** Returns a percentile in milliseconds. */
    synchronized double percentileMs(int percent) {
        long[] sorted = Arrays.copyOf(tookNs, count);
        Arrays.sort(sorted);
        return sorted[Math.min(count - 1, count * percent / PERCENT)] / NS_A_MS;
    }
}
