package io.millrace.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.HdrHistogram.Histogram;

/**
 * What a plot needs of the times of one tag: a few numbers for each interval, and all times together. For one thread.
 */
public final class PlotSeries {
    private static final int MAX_POINTS = 1_000;

    private final String name;
    private final List<PlotInterval> intervals = new ArrayList<>();
    private Histogram total;

    /** Creates one without intervals. */
    public PlotSeries(String name) {
        this.name = Objects.requireNonNull(name);
    }

    /** Returns the name in legends. */
    public String name() {
        return name;
    }

    /**
     * Adds an interval; the histogram may be used again afterwards.
     *
     * @param startSeconds its beginning, in the time that all series of a plot share
     * @param lengthSeconds its length
     * @param histogram its times in nanoseconds
     */
    public void add(double startSeconds, double lengthSeconds, Histogram histogram) {
        if (total == null) {
            total = new Histogram(histogram.getNumberOfSignificantValueDigits());
        }
        total.add(histogram);
        intervals.add(PlotInterval.of(startSeconds, lengthSeconds, histogram));
    }

    /** Returns all times together. */
    public Histogram total() {
        return total == null ? LatencyRecorder.newHistogram() : total;
    }

    /**
     * Returns the intervals in order of time. Where there are more than a plot can show, neighbours are taken together,
     * and each of their percentiles is the worst of theirs.
     */
    List<PlotInterval> intervals() {
        List<PlotInterval> sorted = new ArrayList<>(intervals);
        sorted.sort((a, b) -> Double.compare(a.startSeconds(), b.startSeconds()));
        int together = (sorted.size() + MAX_POINTS - 1) / MAX_POINTS;
        if (together <= 1) {
            return sorted;
        }
        List<PlotInterval> merged = new ArrayList<>();
        for (int i = 0; i < sorted.size(); i += together) {
            merged.add(sorted.subList(i, Math.min(sorted.size(), i + together)).stream()
                    .reduce(PlotInterval::and)
                    .orElseThrow());
        }
        return merged;
    }
}
