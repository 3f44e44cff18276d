package io.millrace.console;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * The latencies of one measure of one component: windows of ten seconds, an hour of them, and all since the console
 * started. What it takes is bounded. One thread records; any thread reads.
 */
final class LatencySeries {

    static final long WINDOW_NS = TimeUnit.SECONDS.toNanos(10);
    static final int MAX_WINDOWS = 360;

    private static final long GREATEST_NS = TimeUnit.HOURS.toNanos(24);
    private static final int DIGITS = 2;
    private static final int MAX_BARS = 400;
    private static final int LEAST_RECENT = 100;

    private final Histogram current = histogram();
    private final Histogram total = histogram();
    private final ArrayDeque<Window> windows = new ArrayDeque<>();
    private long windowStartNs;
    private boolean started;
    private Percentiles previous = Percentiles.NONE;

    /**
     * Percentiles in nanoseconds.
     *
     * @param count how many values there are; the others are 0 where there is none
     */
    record Percentiles(long count, long p50, long p90, long p99, long p999, long max) {
        static final Percentiles NONE = new Percentiles(0, 0, 0, 0, 0, 0);

        static Percentiles of(Histogram histogram) {
            return histogram.getTotalCount() == 0
                    ? NONE
                    : new Percentiles(
                            histogram.getTotalCount(),
                            histogram.getValueAtPercentile(50),
                            histogram.getValueAtPercentile(90),
                            histogram.getValueAtPercentile(99),
                            histogram.getValueAtPercentile(99.9),
                            histogram.getMaxValue());
        }

        void write(Json json) {
            json.field("count", count)
                    .field("p50", p50)
                    .field("p90", p90)
                    .field("p99", p99)
                    .field("p999", p999)
                    .field("max", max);
        }
    }

    /**
     * A window.
     *
     * @param atNs its end, in nanoseconds since the epoch
     */
    record Window(long atNs, Percentiles percentiles) {}

    /** How many values are up to a value and above the one before. */
    record Bar(long upToNs, long count) {}

    private static Histogram histogram() {
        return new Histogram(1, GREATEST_NS, DIGITS);
    }

    synchronized void record(long nanos) {
        long value = Math.clamp(nanos, 0, GREATEST_NS);
        current.recordValue(value);
        total.recordValue(value);
    }

    /**
     * Ends the window that is due.
     *
     * @param nowNs the time in nanoseconds, from any origin
     * @param epochNs the same since the epoch
     */
    synchronized void tick(long nowNs, long epochNs) {
        if (!started) {
            started = true;
            windowStartNs = nowNs;
        }
        if (nowNs - windowStartNs < WINDOW_NS) {
            return;
        }
        previous = Percentiles.of(current);
        if (previous.count() > 0) {
            windows.addLast(new Window(epochNs, previous));
            if (windows.size() > MAX_WINDOWS) {
                windows.removeFirst();
            }
        }
        current.reset();
        windowStartNs = nowNs;
    }

    /** Returns the present window, or the one before where this one has few values yet. */
    synchronized Percentiles recent() {
        return current.getTotalCount() >= LEAST_RECENT || previous.count() == 0 ? Percentiles.of(current) : previous;
    }

    synchronized List<Window> windows() {
        return new ArrayList<>(windows);
    }

    synchronized Percentiles total() {
        return Percentiles.of(total);
    }

    /** Returns the distribution of all values, in bars that grow with the values. */
    synchronized List<Bar> distribution() {
        List<Bar> bars = new ArrayList<>();
        long before = 0;
        for (var step : total.logarithmicBucketValues(1_000, 1.25)) {
            long until = step.getValueIteratedTo();
            long count = step.getCountAddedInThisIterationStep();
            if (count > 0) {
                if (bars.isEmpty() && before > 0) {
                    bars.add(new Bar(before, 0));
                }
                bars.add(new Bar(until, count));
            } else if (!bars.isEmpty()) {
                bars.add(new Bar(until, 0));
            }
            before = until;
            if (bars.size() == MAX_BARS) {
                break;
            }
        }
        return bars;
    }
}
