package io.millrace.benchmarks;

import io.millrace.harness.Report;
import io.millrace.harness.Row;
import io.millrace.measure.ChartAxis;
import io.millrace.measure.ChartLine;
import io.millrace.measure.ChartPanel;
import io.millrace.measure.LineChart;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Draws the results of the growth suite: the time of a message against its number of fields. Both axes are logarithmic,
 * so a constant cost per field is a line of slope 1.
 */
final class GrowthPlot {
    private static final List<Double> FIELDS =
            GrowthWorkload.FIELDS.stream().map(Integer::doubleValue).toList();
    private static final ChartAxis ACROSS = ChartAxis.logarithmic(FIELDS.getFirst(), FIELDS.getLast())
            .withTicks(FIELDS.stream().mapToDouble(Double::doubleValue).toArray());

    private GrowthPlot() {}

    static String of(Report report) {
        return new LineChart(
                        "Time of one message against its number of fields, both axes logarithmic",
                        List.of(
                                panel("write, ns a message", curves(report, GrowthWorkload::writeCase)),
                                panel("read, ns a message", curves(report, GrowthWorkload::readCase))))
                .svg();
    }

    /** Returns the times of each side by its name, ours first: one for each number of fields. */
    private static Map<String, Double[]> curves(Report report, IntFunction<String> benchmarkCase) {
        Map<String, Double[]> curves = new LinkedHashMap<>();
        for (int i = 0; i < FIELDS.size(); i++) {
            String name = benchmarkCase.apply(GrowthWorkload.FIELDS.get(i));
            for (Row row : report.rows()) {
                if (row.benchmarkCase().name().equals(name)) {
                    curves.computeIfAbsent(Suites.OURS, GrowthPlot::curve)[i] = Math.max(1, row.ours());
                    curves.computeIfAbsent(row.peerName(), GrowthPlot::curve)[i] = Math.max(1, row.peer());
                }
            }
        }
        return curves;
    }

    private static Double[] curve(String side) {
        Double[] times = new Double[FIELDS.size()];
        Arrays.fill(times, 1.0);
        return times;
    }

    private static ChartPanel panel(String title, Map<String, Double[]> curves) {
        double least = Double.MAX_VALUE;
        double most = 1;
        List<ChartLine> lines = curves.entrySet().stream()
                .map(curve -> new ChartLine(curve.getKey(), FIELDS, List.of(curve.getValue())))
                .toList();
        for (ChartLine line : lines) {
            for (double value : line.y()) {
                least = Math.min(least, value);
                most = Math.max(most, value);
            }
        }
        return new ChartPanel(title, ACROSS, ChartAxis.decades(Math.min(least, most), most), lines);
    }
}
