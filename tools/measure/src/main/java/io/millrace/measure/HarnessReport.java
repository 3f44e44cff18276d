package io.millrace.measure;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.HdrHistogram.Histogram;

/**
 * The results of all runs of a harness.
 *
 * @param options the options of the runs
 * @param runs the result of each run, in order
 */
public record HarnessReport(HarnessOptions options, List<RunResult> runs) {
    private static final double[] PERCENTILES = {50, 90, 99, 99.9, 99.99, 100};
    private static final int LABEL_WIDTH = 8;
    private static final int COLUMN_WIDTH = 13;

    /** Copies the list. */
    public HarnessReport {
        Objects.requireNonNull(options);
        runs = List.copyOf(runs);
    }

    /** Returns all runs of a tag as one histogram. */
    public Histogram all(String tag) {
        Histogram all = LatencyRecorder.newHistogram();
        all.setTag(tag);
        runs.forEach(run -> all.add(run.histogram(tag)));
        return all;
    }

    /**
     * Returns tables as text: the counts of each run, then for each tag its percentiles by run, the worst of the runs,
     * and their mean with its 95 % confidence interval; times in microseconds.
     */
    public String text() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < runs.size(); i++) {
            text.append(books(i + 1, runs.get(i))).append('\n');
        }
        Set<String> tags = new LinkedHashSet<>();
        runs.forEach(run -> tags.addAll(run.histograms().keySet()));
        for (String tag : tags) {
            if (all(tag).getTotalCount() > 0) {
                text.append('\n').append(table(tag));
            }
        }
        return text.toString();
    }

    private static String books(int number, RunResult run) {
        String allocated = Double.isNaN(run.bytesPerOperation())
                ? "not counted"
                : String.format(Locale.ROOT, "%.1f B/op", run.bytesPerOperation());
        String books = String.format(
                Locale.ROOT,
                "run %d: due %d = completed %d + failed %d + unfinished %d + un-issued %d; %.1f/s; allocated %s",
                number,
                run.due(),
                run.completed(),
                run.failed(),
                run.unfinished(),
                run.unissued(),
                run.throughput(),
                allocated);
        return books + note("unmatched samples", run.unmatched()) + note("times out of range", run.clamped());
    }

    private static String note(String what, long count) {
        return count == 0 ? "" : "; " + what + " " + count;
    }

    /**
     * Returns the table of one tag.
     *
     * @throws MeasureException if a run has no such tag
     */
    public String table(String tag) {
        StringBuilder text = new StringBuilder(tag).append(" (us)\n").append(" ".repeat(LABEL_WIDTH));
        for (int i = 1; i <= runs.size(); i++) {
            text.append(right("run " + i));
        }
        text.append(right("worst")).append(right("mean")).append("  95 % interval\n");
        for (double percentile : PERCENTILES) {
            row(text, tag, percentile);
        }
        return text.toString();
    }

    private void row(StringBuilder text, String tag, double percentile) {
        List<Double> values = new ArrayList<>();
        String label = percentile == 100 ? "max" : "p" + (percentile % 1 == 0 ? "" + (int) percentile : percentile);
        text.append(label).append(" ".repeat(LABEL_WIDTH - label.length()));
        for (RunResult run : runs) {
            Histogram histogram = run.histogram(tag);
            double valueNs =
                    percentile == 100 ? histogram.getMaxValue() : (double) histogram.getValueAtPercentile(percentile);
            values.add(valueNs);
            text.append(right(micros(valueNs)));
        }
        double mean = Statistics.mean(values);
        double worst = values.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
        text.append(right(micros(worst))).append(right(micros(mean)));
        text.append(values.size() < 2 ? "  of one run none" : interval(mean, Statistics.confidence(values)));
        text.append('\n');
    }

    private static String interval(double mean, double half) {
        double percent = mean == 0 ? 0 : 100 * half / mean;
        if (percent >= 100) {
            return "  too few runs to tell";
        }
        return String.format(Locale.ROOT, "  +-%.1f %%", percent);
    }

    private static String micros(double ns) {
        return String.format(Locale.ROOT, "%,.3f", ns / 1e3);
    }

    private static String right(String cell) {
        return " ".repeat(Math.max(1, COLUMN_WIDTH - cell.length())) + cell;
    }
}
