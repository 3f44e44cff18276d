package io.millrace.telemetry;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.IntCountsHistogram;

/**
 * The durations of one time series: all of them counted and summed, and percentiles of the last two to three minutes,
 * which are never below the exact value and at most 1 % above it. Takes some ten KB for the range of durations that
 * occur. Any thread.
 */
final class DurationSeries {

    static final double[] QUANTILES = {0.5, 0.9, 0.99, 0.999};
    static final long WINDOW_NS = TimeUnit.MINUTES.toNanos(1);

    private static final int WINDOWS = 3;
    private static final int DIGITS = 2;
    private static final long GREATEST_NS = TimeUnit.DAYS.toNanos(1);
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double PERCENT = 100;

    private final LongSupplier nanoClock;
    private final IntCountsHistogram[] windows = new IntCountsHistogram[WINDOWS];
    private final long[] greatestNs = new long[WINDOWS];
    private int present;
    private long windowStartNs;
    private long count;
    private long sumNs;

    DurationSeries(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        this.windowStartNs = nanoClock.getAsLong();
        for (int i = 0; i < WINDOWS; i++) {
            windows[i] = new IntCountsHistogram(DIGITS);
            windows[i].setAutoResize(true);
        }
    }

    /** Adds a duration; below 0 counts as 0, and more than a day as a day. */
    synchronized void record(long nanos) {
        turn();
        long value = Math.clamp(nanos, 0, GREATEST_NS);
        windows[present].recordValue(value);
        greatestNs[present] = Math.max(greatestNs[present], value);
        count++;
        sumNs += value;
    }

    private void turn() {
        long passed = (nanoClock.getAsLong() - windowStartNs) / WINDOW_NS;
        windowStartNs += passed * WINDOW_NS;
        for (long i = 0; i < Math.min(passed, WINDOWS); i++) {
            present = (present + 1) % WINDOWS;
            windows[present].reset();
            greatestNs[present] = 0;
        }
    }

    /** Writes the percentiles, the count and the sum in the text format of Prometheus. */
    synchronized void writeSummary(StringBuilder text, String name, String labels) {
        turn();
        Histogram lately = new Histogram(DIGITS);
        lately.setAutoResize(true);
        for (IntCountsHistogram window : windows) {
            lately.add(window);
        }
        for (double quantile : QUANTILES) {
            text.append(name).append('{').append(labels).append(labels.isEmpty() ? "" : ",");
            text.append("quantile=\"").append(quantile).append("\"} ");
            text.append(
                            lately.getTotalCount() == 0
                                    ? "NaN"
                                    : Double.toString(
                                            Math.min(lately.getValueAtPercentile(quantile * PERCENT), greatestNs())
                                                    / NANOS_PER_SECOND))
                    .append('\n');
        }
        sample(text, name + "_count", labels, Long.toString(count));
        sample(text, name + "_sum", labels, Double.toString(sumNs / NANOS_PER_SECOND));
    }

    /** Writes the greatest duration lately. */
    synchronized void writeGreatest(StringBuilder text, String name, String labels) {
        turn();
        sample(text, name, labels, Double.toString(greatestNs() / NANOS_PER_SECOND));
    }

    private long greatestNs() {
        long greatest = 0;
        for (long each : greatestNs) {
            greatest = Math.max(greatest, each);
        }
        return greatest;
    }

    private static void sample(StringBuilder text, String name, String labels, String value) {
        text.append(name).append(labels.isEmpty() ? "" : "{" + labels + "}");
        text.append(' ').append(value).append('\n');
    }
}
