package io.millrace.measure;

import java.util.Locale;

/** Elements of a drawing, one after the other. */
final class SvgText {
    private static final int COLOURS = 5;
    private static final String DOCUMENT_STYLE = """
            <style>
              svg { --c0: #0969da; --c1: #bc4c00; --c2: #1a7f37; --c3: #8250df; --c4: #bf3989; }
              text { fill: #57606a; font: 12px sans-serif; }
              .grid { stroke: #d8dee4; stroke-width: 1; }
              .line { fill: none; stroke-width: 1.8; stroke-linejoin: round; }
            </style>
            <rect width="100%" height="100%" fill="white"/>""";

    private final StringBuilder text = new StringBuilder();

    SvgText(double width, double height, String description) {
        this("", width, height, description);
    }

    private SvgText(String attributes, double width, double height, String description) {
        add(String.format(
                Locale.ROOT,
                "<svg%s viewBox=\"0 0 %.0f %.0f\" role=\"img\" aria-label=\"%s\">",
                attributes,
                width,
                height,
                LatencyPlot.escaped(description)));
    }

    /** Begins a drawing that is a file of its own, with the styles that a page has for its drawings. */
    static SvgText document(double width, double height, String description) {
        SvgText svg = new SvgText(" xmlns=\"http://www.w3.org/2000/svg\"", width, height, description);
        svg.add(DOCUMENT_STYLE);
        return svg;
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

    /** Writes at a point among lines, which keep a distance; {@code style} is goal-text or mark-text. */
    void note(String style, double x, double y, String anchor, String content) {
        add(String.format(
                Locale.ROOT,
                "<text class=\"note %s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>",
                style,
                x,
                y,
                anchor,
                LatencyPlot.escaped(content)));
    }

    /** Adds an entry to the legend: a short line in the colour of a number, and its name. */
    void key(double x, double y, int number, String name) {
        add(String.format(
                Locale.ROOT,
                "<line class=\"line\" style=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>",
                stroke(number),
                x,
                y - 4,
                x + 18,
                y - 4));
        text(x + 23, y, "start", name);
    }

    /** Adds a line through points, which are pairs of coordinates. */
    void path(int number, StringBuilder points, String name) {
        add(String.format(
                Locale.ROOT,
                "<polyline class=\"line\" style=\"%s\" points=\"%s\"><title>%s</title></polyline>",
                stroke(number),
                points.toString().strip(),
                LatencyPlot.escaped(name)));
    }

    static void point(StringBuilder points, double x, double y) {
        points.append(String.format(Locale.ROOT, "%.1f,%.1f ", x, y));
    }

    /** Returns the colour of a line by its number; where all colours are taken, they come again with dashes. */
    private static String stroke(int number) {
        int round = number / COLOURS;
        String dashes = round == 0 ? "" : String.format(Locale.ROOT, "; stroke-dasharray: %d 3", 2 + 4 * round);
        return "stroke: var(--c" + number % COLOURS + ")" + dashes;
    }

    private void add(String element) {
        text.append(element).append('\n');
    }

    String end() {
        return text.append("</svg>\n").toString();
    }
}
