package io.millrace.measure;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * The sum of many histograms: counters for each layout that occurs, however many histograms come. For one thread;
 * several threads have a sum each, and these are added up.
 *
 * <p>{@link HistogramDecoder} adds to it without making a histogram of each line first.
 */
public final class HistogramSum {
    /** A log has one layout as a rule; each line of a hostile one could have its own. */
    private static final int MAX_LAYOUTS = 8;

    private final Map<HistogramLayout, Counters> byLayout = new HashMap<>();

    /** Creates an empty one. */
    public HistogramSum() {}

    /** The counters of one layout. */
    static final class Counters {
        private long[] counts = {};
        private long highest;
        private long total;

        /** Returns counters of at least a number, to be added to in place. */
        long[] upTo(int counters) {
            if (counts.length < counters) {
                counts = Arrays.copyOf(counts, counters);
            }
            return counts;
        }

        long total() {
            return total;
        }

        /** Says that a histogram up to a highest value was added. */
        void added(long highestValue, long newTotal) {
            highest = Math.max(highest, highestValue);
            total = newTotal;
        }
    }

    Counters counters(HistogramLayout layout) {
        Counters counters = byLayout.get(layout);
        if (counters == null) {
            if (byLayout.size() == MAX_LAYOUTS) {
                throw new MeasureException("too many histogram layouts in one sum limit=" + MAX_LAYOUTS + " lowest="
                        + layout.lowest() + " digits=" + layout.digits());
            }
            counters = new Counters();
            byLayout.put(layout, counters);
        }
        return counters;
    }

    /**
     * Adds a histogram.
     *
     * @throws MeasureException if there are more than {@link Long#MAX_VALUE} times in all; the sum is then unchanged
     */
    public void add(Histogram histogram) {
        HistogramLayout layout = new HistogramLayout(
                histogram.getLowestDiscernibleValue(), histogram.getNumberOfSignificantValueDigits());
        Counters counters = counters(layout);
        long newTotal = checkedTotal(counters.total, histogram.getTotalCount());
        long highest = Math.max(histogram.getHighestTrackableValue(), histogram.getMaxValue());
        long[] counts = counters.upTo(layout.counters(highest));
        for (HistogramIterationValue value : histogram.recordedValues()) {
            counts[layout.indexOf(value.getValueIteratedTo())] += value.getCountAtValueIteratedTo();
        }
        counters.added(highest, newTotal);
    }

    private static long checkedTotal(long count, long more) {
        if (count + more < 0) {
            throw new MeasureException("too many values count=" + count + " more=" + more);
        }
        return count + more;
    }

    /**
     * Adds another sum, which does not change.
     *
     * @throws MeasureException if there are more than {@link Long#MAX_VALUE} times in all; the sum is then unchanged
     */
    public void add(HistogramSum other) {
        other.byLayout.forEach((layout, counters) -> checkedTotal(counters(layout).total, counters.total));
        other.byLayout.forEach((layout, counters) -> {
            Counters own = counters(layout);
            long[] counts = own.upTo(counters.counts.length);
            for (int i = 0; i < counters.counts.length; i++) {
                counts[i] += counters.counts[i];
            }
            own.added(counters.highest, own.total + counters.total);
        });
    }

    /** Returns how many times are in it. */
    public long count() {
        return byLayout.values().stream().mapToLong(Counters::total).sum();
    }

    /**
     * Returns the sum as a histogram: with the most digits that occurred, among those with the smallest values. If all
     * histograms had the same layout, it equals what HdrHistogram's own addition gives; an empty sum is an empty
     * histogram of three digits.
     */
    public Histogram total() {
        Histogram sum = null;
        for (HistogramLayout layout : byLayout.keySet().stream()
                .filter(any -> byLayout.get(any).highest > 0)
                .sorted(Comparator.comparingInt((HistogramLayout any) -> -any.digits())
                        .thenComparingLong(HistogramLayout::lowest))
                .toList()) {
            Histogram histogram = histogram(layout, byLayout.get(layout));
            if (sum == null) {
                sum = histogram;
            } else {
                sum.add(histogram);
            }
        }
        return sum == null ? new Histogram(LatencyRecorder.DIGITS) : sum;
    }

    private static Histogram histogram(HistogramLayout layout, Counters counters) {
        Histogram histogram = new Histogram(layout.lowest(), counters.highest, layout.digits());
        histogram.setAutoResize(true);
        for (int i = 0; i < counters.counts.length; i++) {
            if (counters.counts[i] > 0) {
                histogram.recordValueWithCount(layout.valueAt(i), counters.counts[i]);
            }
        }
        return histogram;
    }
}
