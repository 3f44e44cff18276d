package io.millrace.benchmarks;

import io.millrace.benchmarks.RegionCurves.Point;
import io.millrace.benchmarks.RegionCurves.Way;
import io.millrace.measure.ChartAxis;
import io.millrace.measure.ChartLine;
import io.millrace.measure.ChartPanel;
import io.millrace.measure.LineChart;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Draws {@link RegionCurves}: failures and times by threads, all axes logarithmic. */
final class RegionPlot {
    private static final double[] THREADS =
            Arrays.stream(RegionCurves.THREADS).asDoubleStream().toArray();
    private static final ChartAxis ACROSS =
            ChartAxis.logarithmic(THREADS[0], THREADS[THREADS.length - 1]).withTicks(THREADS);

    private RegionPlot() {}

    static String of(Map<Way, List<Point>> curves) {
        return new LineChart(
                        "Regions that threads share",
                        List.of(
                                panel(
                                        "failed compare-and-sets for 1,000 parts, by threads",
                                        curves,
                                        Point::failuresPerThousand,
                                        0.01),
                                panel("ns for each part of 64 bytes, by threads", curves, Point::nsPerPart, 1)))
                .svg();
    }

    /** Returns a panel whose vertical axis begins at {@code least}. */
    private static ChartPanel panel(
            String title, Map<Way, List<Point>> curves, ToDoubleFunction<Point> value, double least) {
        double most = curves.values().stream()
                .flatMap(List::stream)
                .mapToDouble(value)
                .max()
                .orElseThrow();
        List<Double> threads = Arrays.stream(THREADS).boxed().toList();
        List<ChartLine> lines = curves.entrySet().stream()
                .map(curve -> new ChartLine(
                        curve.getKey().toString(),
                        threads,
                        curve.getValue().stream()
                                .map(point -> value.applyAsDouble(point))
                                .toList()))
                .toList();
        return new ChartPanel(title, ACROSS, ChartAxis.decades(least, Math.max(most, least)), lines);
    }
}
