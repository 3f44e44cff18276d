package io.millrace.benchmarks;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Draws what the growth suite has found as SVG: the time of a message against its number of fields, writing left,
 * reading right, both axes logarithmic, so that a cost that is the same for each field is a line of slope 1.
 */
final class GrowthPlot {
    private static final int WIDTH = 290;
    private static final int HEIGHT = 240;
    private static final int LEFT = 70;
    private static final int TOP = 40;
    private static final int CHART = 380;
    private static final List<String> COLOURS = List.of("#1b6ca8", "#c05a1c", "#5a8f29", "#7a4fa3");

    private final StringBuilder text = new StringBuilder();
    private final Report report;

    private GrowthPlot(Report report) {
        this.report = report;
    }

    static String of(Report report) {
        return new GrowthPlot(report).draw();
    }

    private String draw() {
        add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\""
                        + " font-size=\"12\">",
                2 * CHART, TOP + HEIGHT + 60);
        add("<title>Time of one message against its number of fields, both axes logarithmic</title>");
        add("<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>");
        Map<String, double[]> writes = curves(GrowthWorkload::writeCase);
        chart(0, "write, ns a message", writes);
        chart(CHART, "read, ns a message", curves(GrowthWorkload::readCase));
        int number = 0;
        for (String side : writes.keySet()) {
            int x = LEFT + number * 2 * (CHART - LEFT) / writes.size();
            add("<text x=\"%d\" y=\"%d\" fill=\"%s\">%s</text>", x, TOP + HEIGHT + 45, colour(number++), side);
        }
        add("</svg>");
        return text.toString();
    }

    /** The figures of each side, by its name, ours first; a figure for each number of fields. */
    private Map<String, double[]> curves(IntFunction<String> benchmarkCase) {
        Map<String, double[]> curves = new LinkedHashMap<>();
        for (int i = 0; i < GrowthWorkload.FIELDS.size(); i++) {
            String name = benchmarkCase.apply(GrowthWorkload.FIELDS.get(i));
            for (Row row : report.rows()) {
                if (row.benchmarkCase().name().equals(name)) {
                    curves.computeIfAbsent(Suites.OURS, GrowthPlot::curve)[i] = row.ours();
                    curves.computeIfAbsent(row.peerName(), GrowthPlot::curve)[i] = row.peer();
                }
            }
        }
        return curves;
    }

    private static double[] curve(String side) {
        return new double[GrowthWorkload.FIELDS.size()];
    }

    private void chart(int x, String title, Map<String, double[]> curves) {
        double most = 1;
        double least = Double.MAX_VALUE;
        for (double[] curve : curves.values()) {
            for (double value : curve) {
                most = Math.max(most, value);
                least = Math.min(least, Math.max(1, value));
            }
        }
        double bottom = Math.floor(Math.log10(least));
        double decades = Math.max(1, Math.ceil(Math.log10(most)) - bottom);
        add("<text x=\"%d\" y=\"24\" font-weight=\"bold\">%s</text>", x + LEFT, title);
        for (int decade = 0; decade <= decades; decade++) {
            double y = TOP + HEIGHT - HEIGHT * decade / decades;
            add(
                    "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"#ddd\"/>",
                    x + LEFT, y, x + LEFT + WIDTH, y);
            double value = Math.pow(10, bottom + decade);
            add("<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%,.0f</text>", x + LEFT - 6, y + 4, value);
        }
        for (int fields : GrowthWorkload.FIELDS) {
            double at = x + across(fields);
            add("<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"#ddd\"/>", at, TOP, at, TOP + HEIGHT);
            add("<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>", at, TOP + HEIGHT + 16, fields);
        }
        int number = 0;
        for (double[] curve : curves.values()) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < curve.length; i++) {
                double height = HEIGHT * (Math.log10(Math.max(1, curve[i])) - bottom) / decades;
                double at = x + across(GrowthWorkload.FIELDS.get(i));
                line.append(String.format(Locale.ROOT, "%.1f,%.1f ", at, TOP + HEIGHT - height));
            }
            add(
                    "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>",
                    line.toString().strip(), colour(number++));
        }
    }

    /** Where a number of fields stands between the left and the right edge of its chart. */
    private static double across(int fields) {
        double first = Math.log10(GrowthWorkload.FIELDS.getFirst());
        double last = Math.log10(GrowthWorkload.FIELDS.getLast());
        return LEFT + WIDTH * (Math.log10(fields) - first) / (last - first);
    }

    private static String colour(int number) {
        return COLOURS.get(number % COLOURS.size());
    }

    @SuppressWarnings("AnnotateFormatMethod") // the annotation is of a library that is not needed otherwise
    private void add(String format, Object... arguments) {
        text.append(String.format(Locale.ROOT, format, arguments)).append('\n');
    }
}
