package io.millrace.measure;

import java.util.Locale;

/** Elements of a drawing, one after the other. */
final class SvgText {
    private final StringBuilder text = new StringBuilder();

    SvgText(double width, double height, String description) {
        add(String.format(
                Locale.ROOT,
                "<svg viewBox=\"0 0 %.0f %.0f\" role=\"img\" aria-label=\"%s\">",
                width,
                height,
                description));
    }

    void line(String style, double x1, double y1, double x2, double y2) {
        add(String.format(
                Locale.ROOT,
                "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>",
                style,
                x1,
                y1,
                x2,
                y2));
    }

    void bar(double x, double y, double width, double height) {
        add(String.format(
                Locale.ROOT,
                "<rect class=\"bar\" x=\"%.1f\" y=\"%.1f\" width=\"%.2f\" height=\"%.1f\"/>",
                x,
                y,
                width,
                height));
    }

    /** Writes at a point, aligned there by {@code anchor}: start, middle or end. */
    void text(double x, double y, String anchor, String content) {
        String escaped = LatencyPlot.escaped(content);
        add(String.format(
                Locale.ROOT, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>", x, y, anchor, escaped));
    }

    void goalText(double x, double y, String content) {
        String escaped = LatencyPlot.escaped(content);
        add(String.format(
                Locale.ROOT,
                "<text class=\"goal-text\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">%s</text>",
                x,
                y,
                escaped));
    }

    /** A legend's entry: a short line of the colour, and its name. */
    void key(double x, double y, int colour, String name) {
        add(String.format(
                Locale.ROOT,
                "<line class=\"line\" style=\"stroke: var(--c%d)\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>",
                colour,
                x,
                y - 4,
                x + 18,
                y - 4));
        text(x + 23, y, "start", name);
    }

    /** A line through points, which are pairs of coordinates. */
    void path(int colour, StringBuilder points, String name) {
        add(String.format(
                Locale.ROOT,
                "<polyline class=\"line\" style=\"stroke: var(--c%d)\" points=\"%s\"><title>%s</title></polyline>",
                colour,
                points.toString().strip(),
                LatencyPlot.escaped(name)));
    }

    static void point(StringBuilder points, double x, double y) {
        points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x, y));
    }

    private void add(String element) {
        text.append(element).append('\n');
    }

    String end() {
        return text.append("</svg>\n").toString();
    }
}
