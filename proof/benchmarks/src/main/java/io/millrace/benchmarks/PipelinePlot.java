package io.millrace.benchmarks;

import io.millrace.measure.ChartAxis;
import io.millrace.measure.ChartLine;
import io.millrace.measure.ChartPanel;
import io.millrace.measure.LineChart;
import java.util.ArrayList;
import java.util.List;

/** Draws {@link PipelineBench}: percentiles from end to end by rate, a line for each placement. */
final class PipelinePlot {
    private static final double[] PERCENTILES = {50, 99, 99.9};
    private static final double NS_PER_US = 1e3;

    private PipelinePlot() {}

    static String of(PipelineBench.Result result) {
        List<Double> rates = result.rated().firstEntry().getValue().keySet().stream()
                .map(rate -> (double) rate)
                .toList();
        ChartAxis across = ChartAxis.logarithmic(rates.getFirst(), rates.getLast())
                .withTicks(rates.stream().mapToDouble(rate -> rate).toArray());
        List<ChartPanel> panels = new ArrayList<>();
        for (double percentile : PERCENTILES) {
            List<ChartLine> lines = new ArrayList<>();
            double most = 1;
            double least = Double.MAX_VALUE;
            for (var placement : result.rated().entrySet()) {
                List<Double> values = placement.getValue().values().stream()
                        .map(run -> Math.max(0.1, run.total().getValueAtPercentile(percentile) / NS_PER_US))
                        .toList();
                lines.add(new ChartLine(placement.getKey().text(), rates, values));
                most = Math.max(
                        most, values.stream().mapToDouble(value -> value).max().orElseThrow());
                least = Math.min(
                        least, values.stream().mapToDouble(value -> value).min().orElseThrow());
            }
            panels.add(new ChartPanel(
                    "us from end to end, " + percentile + " %, by calls a second",
                    across,
                    ChartAxis.decades(least, most),
                    lines));
        }
        return new LineChart("Three services over four journals", panels).svg();
    }
}
