package io.millrace.benchmarks;

import io.millrace.benchmarks.RegionCurves.Point;
import io.millrace.benchmarks.RegionCurves.Way;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Draws {@link RegionCurves} as SVG: failures left, time right, threads and values on scales of powers. */
final class RegionPlot {
    private static final int WIDTH = 360;
    private static final int HEIGHT = 240;
    private static final int LEFT = 60;
    private static final int TOP = 30;
    private static final int CHART = WIDTH + LEFT + 40;

    private final StringBuilder text = new StringBuilder();

    private RegionPlot() {}

    static String of(Map<Way, List<Point>> curves) {
        RegionPlot plot = new RegionPlot();
        plot.add(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\""
                        + " font-family=\"sans-serif\" font-size=\"12\">",
                2 * CHART,
                HEIGHT + TOP + 70));
        plot.add("<rect width=\"100%\" height=\"100%\" fill=\"white\"/>");
        plot.chart(0, "failed compare-and-sets for 1,000 parts, by threads", curves, Point::failuresPerThousand, 0.01);
        plot.chart(CHART, "ns for each part of 64 bytes, by threads", curves, Point::nsPerPart, 1);
        int x = LEFT;
        for (Way way : curves.keySet()) {
            plot.add(String.format(
                    Locale.ROOT,
                    "<text x=\"%d\" y=\"%d\" fill=\"%s\">%s</text>",
                    x,
                    HEIGHT + TOP + 55,
                    way.colour(),
                    way));
            x += CHART / 2;
        }
        plot.add("</svg>");
        return plot.text.toString();
    }

    /** Draws one chart; values below {@code least} lie on its lower edge. */
    private void chart(int x, String title, Map<Way, List<Point>> curves, ToDoubleFunction<Point> value, double least) {
        double most = curves.values().stream()
                .flatMap(List::stream)
                .mapToDouble(value)
                .max()
                .orElseThrow();
        double decades = Math.max(1, Math.ceil(Math.log10(Math.max(most, least) / least)));
        add(String.format(Locale.ROOT, "<text x=\"%d\" y=\"18\">%s</text>", x + LEFT, title));
        for (int decade = 0; decade <= decades; decade++) {
            double y = TOP + HEIGHT - HEIGHT * decade / decades;
            add(String.format(
                    Locale.ROOT,
                    "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"#ddd\"/>",
                    x + LEFT,
                    y,
                    x + LEFT + WIDTH,
                    y));
            add(String.format(
                    Locale.ROOT,
                    "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>",
                    x + LEFT - 6,
                    y + 4,
                    label(least, decade)));
        }
        int last = RegionCurves.THREADS.length - 1;
        for (int i = 0; i <= last; i++) {
            add(String.format(
                    Locale.ROOT,
                    "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%d</text>",
                    x + LEFT + WIDTH * i / last,
                    TOP + HEIGHT + 20,
                    RegionCurves.THREADS[i]));
        }
        curves.forEach((way, points) -> {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i <= last; i++) {
                double height = Math.log10(Math.max(value.applyAsDouble(points.get(i)), least) / least) / decades;
                line.append(String.format(
                        Locale.ROOT,
                        "%.1f,%.1f ",
                        x + LEFT + (double) WIDTH * i / last,
                        TOP + HEIGHT - HEIGHT * height));
            }
            add(String.format(
                    Locale.ROOT,
                    "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>",
                    line.toString().strip(),
                    way.colour()));
        });
    }

    private static String label(double least, int decade) {
        double value = least * Math.pow(10, decade);
        return value < 1 ? String.format(Locale.ROOT, "%.2f", value) : String.format(Locale.ROOT, "%.0f", value);
    }

    private void add(String element) {
        text.append(element).append('\n');
    }
}
