package io.millrace.hdr;

import io.millrace.measure.HistogramDecoder;
import io.millrace.measure.HistogramSum;
import io.millrace.measure.IntervalLine;
import io.millrace.measure.MeasureException;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** All times by tag. Memory is a sum for each tag, however long the logs are. For one thread. */
final class TagTotals {
    private final Map<String, Total> totals = new TreeMap<>();

    /** The times of one tag and when they were. */
    static final class Total {
        private final HistogramSum times = new HistogramSum();
        private long intervals;
        private double firstSeconds = Double.POSITIVE_INFINITY;
        private double lastSeconds = Double.NEGATIVE_INFINITY;

        private void span(long more, double from, double to) {
            intervals += more;
            firstSeconds = Math.min(firstSeconds, from);
            lastSeconds = Math.max(lastSeconds, to);
        }

        Histogram times() {
            return times.total();
        }

        long intervals() {
            return intervals;
        }

        double spanSeconds() {
            return lastSeconds - firstSeconds;
        }
    }

    /** Adds to a sum that begins as the first histogram and grows to whatever range and precision come. */
    static Histogram sum(Histogram sum, Histogram histogram) {
        int digits = histogram.getNumberOfSignificantValueDigits();
        Histogram result = sum;
        if (result == null || result.getNumberOfSignificantValueDigits() < digits) {
            result = histogram.copy();
            result.setAutoResize(true);
            if (sum != null) {
                result.add(sum);
            }
            return result;
        }
        result.add(histogram);
        return result;
    }

    /**
     * Adds an interval.
     *
     * @throws MeasureException if its histogram is damaged; nothing is added then
     */
    void add(IntervalLine line, HistogramDecoder decoder) {
        Total total = totals.get(line.tag());
        Total to = total == null ? new Total() : total;
        decoder.add(line.payload(), to.times);
        to.span(1, line.startSeconds(), line.endSeconds());
        if (total == null) {
            totals.put(line.tag(), to);
        }
    }

    /** Adds what another has. */
    void add(TagTotals other) {
        other.totals.forEach((tag, more) -> {
            Total total = totals.computeIfAbsent(tag, _ -> new Total());
            total.times.add(more.times);
            total.span(more.intervals, more.firstSeconds, more.lastSeconds);
        });
    }

    Map<String, Total> byTag() {
        return totals;
    }

    long intervals() {
        return totals.values().stream().mapToLong(Total::intervals).sum();
    }

    double longestSpanSeconds() {
        return totals.values().stream().mapToDouble(Total::spanSeconds).max().orElse(0);
    }

    static String name(String tag) {
        return tag.isEmpty() ? "default" : tag;
    }
}
