package io.millrace.measure;

import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** Latency by the share of operations that took no longer; each step of the axis is a tenth of those that are left. */
record PercentileChart(List<PlotSeries> series, Optional<LatencyGoal> goal) {
    private static final double WIDTH = 940;
    private static final double HEIGHT = 288;
    private static final double FOOT = 52;
    private static final double LEFT = 70;
    private static final double RIGHT = 925;
    private static final double KEY_TOP = 16;
    private static final double LEAST_SHARES = 1_000;

    /** Times below this percentile of every series are drawn at the lower edge. */
    private static final double SHORTEST_SHOWN = 10;

    private static final int TICKS_PER_HALF = 20;

    String svg() {
        PlotLegend legend = PlotLegend.of(series.stream().map(PlotSeries::name).toList(), LEFT, RIGHT);
        double top = KEY_TOP + PlotLegend.ROW_HEIGHT * legend.rows();
        double bottom = top + HEIGHT;
        double longest = series.stream()
                .mapToDouble(one -> one.total().getMaxValue())
                .max()
                .orElse(1);
        double shortest = series.stream()
                .mapToDouble(one -> one.total().getValueAtPercentile(SHORTEST_SHOWN))
                .filter(ns -> ns >= 1)
                .min()
                .orElse(1);
        double most = series.stream()
                .mapToDouble(one -> one.total().getTotalCount())
                .max()
                .orElse(1);
        double limit = goal.map(LatencyGoal::limitNs).orElse(0L);
        PlotScale y = PlotScale.ofTimes(shortest, Math.max(longest, limit), bottom, top);
        double shares = Math.pow(10, Math.ceil(Math.log10(Math.max(most, LEAST_SHARES))));
        PlotScale x = new PlotScale(PlotScale.Kind.LOGARITHMIC, 1, shares, LEFT, RIGHT);
        SvgText svg = new SvgText(WIDTH, bottom + FOOT, "Latency by percentile");
        axes(svg, x, y);
        legend.draw(svg, KEY_TOP);
        for (int i = 0; i < series.size(); i++) {
            PlotSeries one = series.get(i);
            svg.path(i, curve(one.total(), x, y), one.name());
        }
        goal.ifPresent(promise -> promise(svg, x, y, promise));
        return svg.end();
    }

    private static void axes(SvgText svg, PlotScale x, PlotScale y) {
        for (double tick : y.ticks()) {
            svg.line("grid", LEFT, y.at(tick), RIGHT, y.at(tick));
            svg.text(LEFT - 8, y.at(tick) + 4, "end", PlotScale.time(tick));
        }
        int nines = 0;
        for (double tick : x.ticks()) {
            svg.line("grid", x.at(tick), y.to(), x.at(tick), y.from());
            svg.text(
                    x.at(tick),
                    y.from() + 18,
                    tick > x.high() / 2 ? "end" : "middle",
                    nines < 2 ? 90 * nines + "%" : "99" + fraction(nines - 2) + "%");
            nines++;
        }
        svg.text((LEFT + RIGHT) / 2, y.from() + 36, "middle", "share of operations that took no longer");
    }

    private static String fraction(int nines) {
        return nines == 0 ? "" : "." + "9".repeat(nines);
    }

    private static StringBuilder curve(Histogram histogram, PlotScale x, PlotScale y) {
        StringBuilder points = new StringBuilder();
        for (HistogramIterationValue value : histogram.percentiles(TICKS_PER_HALF)) {
            double left = 1 - value.getPercentileLevelIteratedTo() / 100;
            double total = histogram.getTotalCount();
            double share = left <= 0 ? total : Math.min(1 / left, total);
            SvgText.point(points, x.at(share), y.at(Math.max(1, value.getValueIteratedTo())));
        }
        return points;
    }

    private static void promise(SvgText svg, PlotScale x, PlotScale y, LatencyGoal goal) {
        double left = 1 - goal.percentile() / 100;
        double shareX = left <= 0 ? RIGHT : x.at(1 / left);
        double limitY = y.at(goal.limitNs());
        svg.line("goal", LEFT, limitY, shareX, limitY);
        svg.line("goal", shareX, limitY, shareX, y.to());
        svg.note("goal-text", shareX - 6, limitY - 6, "end", goal.text());
    }
}
