package io.millrace.hdr;

import io.millrace.measure.IntervalLine;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** All times by tag. Memory is a histogram for each tag, however long the logs are. */
final class TagTotals {
    private final Map<String, Total> totals = new TreeMap<>();

    /** The times of one tag and when they were. */
    static final class Total {
        private Histogram times;
        private long intervals;
        private double firstSeconds = Double.POSITIVE_INFINITY;
        private double lastSeconds = Double.NEGATIVE_INFINITY;

        void add(IntervalLine line, Histogram histogram) {
            times = sum(times, histogram);
            intervals++;
            firstSeconds = Math.min(firstSeconds, line.startSeconds());
            lastSeconds = Math.max(lastSeconds, line.endSeconds());
        }

        Histogram times() {
            return times;
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

    void add(IntervalLine line, Histogram histogram) {
        totals.computeIfAbsent(line.tag(), tag -> new Total()).add(line, histogram);
    }

    Map<String, Total> byTag() {
        return totals;
    }

    double longestSpanSeconds() {
        return totals.values().stream().mapToDouble(Total::spanSeconds).max().orElse(0);
    }

    static String name(String tag) {
        return tag.isEmpty() ? "default" : tag;
    }
}
