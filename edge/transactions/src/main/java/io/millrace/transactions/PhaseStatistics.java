package io.millrace.transactions;

import java.util.List;

/**
 * The durations of a phase since the manager was opened, as a histogram.
 *
 * @param phase which phase
 * @param buckets those that are not empty, in ascending order; each spans at most a sixteenth of its upper end
 */
public record PhaseStatistics(Phase phase, List<Bucket> buckets) {

    private static final double ALL = 100;

    /**
     * How often a phase has taken a time within one bucket.
     *
     * @param upToNs the longest time that is counted here, in nanoseconds
     * @param count how often
     */
    public record Bucket(long upToNs, long count) {}

    /** Creates statistics. */
    public PhaseStatistics {
        buckets = List.copyOf(buckets);
    }

    /** Returns how often the phase has run. */
    public long count() {
        return buckets.stream().mapToLong(Bucket::count).sum();
    }

    /** Returns the longest time in nanoseconds, at most a sixteenth too high; 0 where there is none. */
    public long maxNs() {
        return buckets.isEmpty() ? 0 : buckets.getLast().upToNs();
    }

    /**
     * Returns the time within which a share of all ended, in nanoseconds, at most a sixteenth too high; 0 where there
     * is none.
     *
     * @param percentile the share, from 0 to 100
     * @throws IllegalArgumentException if the percentile is something else
     */
    public long percentileNs(double percentile) {
        if (!(percentile >= 0 && percentile <= ALL)) {
            throw new IllegalArgumentException("a percentile is 0 to 100 percentile=" + percentile);
        }
        double rank = Math.max(1, Math.ceil(percentile / ALL * count()));
        long below = 0;
        for (Bucket bucket : buckets) {
            below += bucket.count();
            if (below >= rank) {
                return bucket.upToNs();
            }
        }
        return maxNs();
    }
}
