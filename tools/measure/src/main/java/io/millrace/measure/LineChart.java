package io.millrace.measure;

import java.util.List;

/**
 * Lines as one self-contained SVG document: panels side by side, each with its axes, and one legend below.
 *
 * @param title the description for screen readers
 * @param panels the panels, from left to right; at least one
 */
public record LineChart(String title, List<ChartPanel> panels) {
    private static final double PANEL_WIDTH = 430;
    private static final double LEFT = 70;
    private static final double RIGHT = 420;
    private static final double TOP = 40;
    private static final double BOTTOM = 270;
    private static final double LEGEND = 312;
    private static final double MARGIN = 10;

    /** Copies the list. */
    public LineChart {
        panels = List.copyOf(panels);
        if (panels.isEmpty()) {
            throw new MeasureException("a chart needs a panel panels=0");
        }
    }

    /** Returns the chart as SVG. */
    public String svg() {
        List<String> names = panels.stream()
                .flatMap(panel -> panel.lines().stream())
                .map(ChartLine::name)
                .distinct()
                .toList();
        double width = panels.size() * PANEL_WIDTH;
        PlotLegend legend = PlotLegend.of(names, LEFT, width - MARGIN);
        SvgText svg = SvgText.document(width, LEGEND + PlotLegend.ROW_HEIGHT * (legend.rows() - 1) + MARGIN, title);
        for (int i = 0; i < panels.size(); i++) {
            draw(svg, panels.get(i), i * PANEL_WIDTH, names);
        }
        legend.draw(svg, LEGEND);
        return svg.end();
    }

    private static void draw(SvgText svg, ChartPanel panel, double offset, List<String> names) {
        PlotScale x = panel.x().scale(offset + LEFT, offset + RIGHT);
        PlotScale y = panel.y().scale(BOTTOM, TOP);
        svg.text(x.from(), TOP - 16, "start", panel.title());
        for (double tick : panel.y().ticks()) {
            svg.line("grid", x.from(), y.at(tick), x.to(), y.at(tick));
            svg.text(x.from() - 8, y.at(tick) + 4, "end", PlotScale.number(tick));
        }
        for (double tick : panel.x().ticks()) {
            svg.line("grid", x.at(tick), y.to(), x.at(tick), y.from());
            svg.text(x.at(tick), y.from() + 18, "middle", PlotScale.number(tick));
        }
        for (ChartLine line : panel.lines()) {
            StringBuilder points = new StringBuilder();
            for (int i = 0; i < line.x().size(); i++) {
                SvgText.point(
                        points,
                        x.at(line.x().get(i).doubleValue()),
                        y.at(line.y().get(i).doubleValue()));
            }
            svg.path(names.indexOf(line.name()), points, line.name());
        }
    }
}
