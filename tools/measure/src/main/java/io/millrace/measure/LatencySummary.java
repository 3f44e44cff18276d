package io.millrace.measure;

import org.HdrHistogram.AbstractHistogram;

/**
 * The reported figures of times, in nanoseconds; all zero if nothing was recorded.
 *
 * @param count how many times were recorded
 * @param meanNs their mean
 * @param p50Ns half of them were not longer
 * @param p90Ns nine in ten
 * @param p99Ns 99 in 100
 * @param p999Ns 999 in 1,000
 * @param p9999Ns 9,999 in 10,000
 * @param maxNs the longest
 */
public record LatencySummary(
        long count, double meanNs, long p50Ns, long p90Ns, long p99Ns, long p999Ns, long p9999Ns, long maxNs) {
    /** Returns the numbers of a histogram of nanoseconds. */
    public static LatencySummary of(AbstractHistogram histogram) {
        if (histogram.getTotalCount() == 0) {
            return new LatencySummary(0, 0, 0, 0, 0, 0, 0, 0);
        }
        return new LatencySummary(
                histogram.getTotalCount(),
                histogram.getMean(),
                histogram.getValueAtPercentile(50),
                histogram.getValueAtPercentile(90),
                histogram.getValueAtPercentile(99),
                histogram.getValueAtPercentile(99.9),
                histogram.getValueAtPercentile(99.99),
                histogram.getMaxValue());
    }
}
