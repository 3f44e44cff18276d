package io.millrace.measure;

import org.HdrHistogram.Histogram;

/**
 * The numbers of one interval that a plot shows; times in nanoseconds.
 *
 * @param startSeconds its beginning
 * @param lengthSeconds its length
 * @param count how many times it has
 * @param p50Ns the 50th percentile
 * @param p90Ns the 90th percentile
 * @param p99Ns the 99th percentile
 * @param p999Ns the 99.9th percentile
 * @param maxNs the largest
 */
record PlotInterval(
        double startSeconds,
        double lengthSeconds,
        long count,
        long p50Ns,
        long p90Ns,
        long p99Ns,
        long p999Ns,
        long maxNs) {

    static PlotInterval of(double startSeconds, double lengthSeconds, Histogram histogram) {
        LatencySummary summary = LatencySummary.of(histogram);
        return new PlotInterval(
                startSeconds,
                lengthSeconds,
                summary.count(),
                summary.p50Ns(),
                summary.p90Ns(),
                summary.p99Ns(),
                summary.p999Ns(),
                summary.maxNs());
    }

    PlotInterval and(PlotInterval next) {
        double end = Math.max(startSeconds + lengthSeconds, next.startSeconds + next.lengthSeconds);
        return new PlotInterval(
                startSeconds,
                end - startSeconds,
                count + next.count,
                Math.max(p50Ns, next.p50Ns),
                Math.max(p90Ns, next.p90Ns),
                Math.max(p99Ns, next.p99Ns),
                Math.max(p999Ns, next.p999Ns),
                Math.max(maxNs, next.maxNs));
    }

    double perSecond() {
        return lengthSeconds <= 0 ? 0 : count / lengthSeconds;
    }
}
