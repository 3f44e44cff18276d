package io.millrace.benchmarks;

import io.millrace.measure.ChartAxis;
import io.millrace.measure.ChartLine;
import io.millrace.measure.ChartPanel;
import io.millrace.measure.CoreJitter;
import io.millrace.measure.LineChart;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.HdrHistogram.HistogramIterationValue;

/**
 * Draws {@link PipelineBench}: percentiles of a hop by rate, a line for each placement, and beside them what the
 * machine itself takes.
 */
final class PipelinePlot {
    private static final double[] PERCENTILES = {50, 90, 99, 99.9};
    private static final double NS_PER_US = 1e3;

    /** Shorter times are drawn as this one. */
    private static final double LEAST_US = 0.1;

    private PipelinePlot() {}

    static String of(PipelineBench.Result result) {
        List<Double> rates = result.ours().rated().firstEntry().getValue().keySet().stream()
                .map(rate -> (double) rate)
                .toList();
        ChartAxis across = ChartAxis.logarithmic(rates.getFirst(), rates.getLast())
                .withTicks(rates.stream().mapToDouble(rate -> rate).toArray());
        List<ChartPanel> panels = new ArrayList<>();
        for (double percentile : PERCENTILES) {
            List<ChartLine> lines = new ArrayList<>();
            result.ours()
                    .rated()
                    .forEach((placement, runs) -> lines.add(new ChartLine(
                            placement.text(),
                            rates,
                            runs.values().stream()
                                    .map(run -> us((double) run.anyHop().getValueAtPercentile(percentile)))
                                    .toList())));
            double waitUs = us(waitNs(result.before(), percentile));
            lines.add(new ChartLine("the machine alone", rates, Collections.nCopies(rates.size(), waitUs)));
            double least = lines.stream()
                    .mapToDouble(line -> Collections.min(line.y()))
                    .min()
                    .orElseThrow();
            double most = lines.stream()
                    .mapToDouble(line -> Collections.max(line.y()))
                    .max()
                    .orElseThrow();
            panels.add(new ChartPanel(
                    "us for a hop, " + percentile + " %, by calls a second",
                    across,
                    ChartAxis.decades(least, Math.max(1, most)),
                    lines));
        }
        return new LineChart("Three services over four journals", panels).svg();
    }

    private static double us(double ns) {
        return Math.max(LEAST_US, ns / NS_PER_US);
    }

    /**
     * Returns how long a thread waits, at a percentile, that needs a core at a random moment and finds it taken: of a
     * gap, the part after that moment.
     */
    static double waitNs(CoreJitter jitter, double percentile) {
        double allNs = 0;
        for (HistogramIterationValue gap : jitter.gaps().recordedValues()) {
            allNs += (double) gap.getValueIteratedTo() * gap.getCountAtValueIteratedTo();
        }
        double allowedNs = (1 - percentile / 100) * allNs;
        double low = 0;
        double high = jitter.gaps().getMaxValue();
        while (high - low > 1) {
            double wait = (low + high) / 2;
            double longerNs = 0;
            for (HistogramIterationValue gap : jitter.gaps().recordedValues()) {
                longerNs += Math.max(0, gap.getValueIteratedTo() - wait) * gap.getCountAtValueIteratedTo();
            }
            if (longerNs > allowedNs) {
                low = wait;
            } else {
                high = wait;
            }
        }
        return high;
    }
}
