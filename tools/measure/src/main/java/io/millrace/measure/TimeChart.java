package io.millrace.measure;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** Latency over time by percentile, the throughput beneath, and marks where the machine paused. */
record TimeChart(PlotSeries series, List<PlotSeries> marks, Optional<LatencyGoal> goal) {
    private static final double WIDTH = 940;
    private static final double HEIGHT = 400;
    private static final double LEFT = 70;
    private static final double RIGHT = 925;
    private static final double TOP = 30;
    private static final double BOTTOM = 270;
    private static final double RATE_TOP = 290;
    private static final double RATE_BOTTOM = 360;
    private static final double KEY_WIDTH = 90;
    private static final double MARK_WIDTH = 100;
    private static final int MARKS = 5;
    private static final int MARK_ROWS = 4;
    private static final double MARK_ROW_HEIGHT = 14;

    private static final List<String> NAMES = List.of("p50", "p90", "p99", "p99.9", "max");
    private static final List<ToLongFunction<PlotInterval>> LINES = List.of(
            PlotInterval::p50Ns, PlotInterval::p90Ns, PlotInterval::p99Ns, PlotInterval::p999Ns, PlotInterval::maxNs);

    String svg() {
        List<PlotInterval> intervals = series.intervals();
        double startSeconds = intervals.getFirst().startSeconds();
        double endSeconds = startSeconds;
        double longest = goal.map(LatencyGoal::limitNs).orElse(1L);
        double shortest = goal.map(promise -> (double) promise.limitNs()).orElse(Double.MAX_VALUE);
        double fastest = 1;
        for (PlotInterval interval : intervals) {
            endSeconds = Math.max(endSeconds, interval.startSeconds() + interval.lengthSeconds());
            longest = Math.max(longest, (double) interval.maxNs());
            shortest = Math.min(shortest, (double) interval.p50Ns());
            fastest = Math.max(fastest, interval.perSecond());
        }
        double seconds = Math.max(1e-3, endSeconds - startSeconds);
        PlotScale x = new PlotScale(PlotScale.Kind.LINEAR, 0, seconds, LEFT, RIGHT);
        PlotScale y = PlotScale.ofTimes(shortest, longest, BOTTOM, TOP);
        PlotScale rate = new PlotScale(PlotScale.Kind.LINEAR, 0, fastest, RATE_BOTTOM, RATE_TOP);
        SvgText svg = new SvgText(WIDTH, HEIGHT, LatencyPlot.escaped(series.name()) + " over time");
        axes(svg, x, y, rate);
        for (PlotInterval interval : intervals) {
            double from = x.at(interval.startSeconds() - startSeconds);
            double to = x.at(interval.startSeconds() + interval.lengthSeconds() - startSeconds);
            double top = rate.at(interval.perSecond());
            svg.bar(from, top, Math.max(0.3, to - from - 0.4), RATE_BOTTOM - top);
        }
        for (int i = 0; i < LINES.size(); i++) {
            svg.path(i, line(intervals, LINES.get(i), startSeconds, x, y), NAMES.get(i));
            svg.key(LEFT + i * KEY_WIDTH, TOP - 12, i, NAMES.get(i));
        }
        goal.ifPresent(promise -> {
            double limitY = y.at(promise.limitNs());
            svg.line("goal", LEFT, limitY, RIGHT, limitY);
            svg.note("goal-text", RIGHT - 4, limitY - 5, "end", promise.text());
        });
        pauses(svg, x, startSeconds, endSeconds);
        return svg.end();
    }

    private static void axes(SvgText svg, PlotScale x, PlotScale y, PlotScale rate) {
        for (double tick : y.ticks()) {
            svg.line("grid", LEFT, y.at(tick), RIGHT, y.at(tick));
            svg.text(LEFT - 8, y.at(tick) + 4, "end", PlotScale.time(tick));
        }
        for (double tick : x.ticks()) {
            svg.line("grid", x.at(tick), TOP, x.at(tick), RATE_BOTTOM);
            svg.text(
                    x.at(tick),
                    RATE_BOTTOM + 17,
                    x.at(tick) > RIGHT - 20 ? "end" : "middle",
                    PlotScale.number(tick) + " s");
        }
        svg.line("grid", LEFT, RATE_BOTTOM, RIGHT, RATE_BOTTOM);
        svg.text(LEFT - 8, rate.at(rate.high()) + 8, "end", PlotScale.number(rate.high()) + "/s");
        svg.text(LEFT - 8, RATE_BOTTOM + 2, "end", "0");
    }

    private static StringBuilder line(
            List<PlotInterval> intervals,
            ToLongFunction<PlotInterval> value,
            double startSeconds,
            PlotScale x,
            PlotScale y) {
        StringBuilder points = new StringBuilder();
        for (PlotInterval interval : intervals) {
            double middle = interval.startSeconds() + interval.lengthSeconds() / 2 - startSeconds;
            SvgText.point(points, x.at(middle), y.at(Math.max(1, value.applyAsLong(interval))));
        }
        return points;
    }

    /**
     * Marks the worst intervals of each kind of pause, so that a peak can be laid at its door. The longest get their
     * labels first; one that finds no room remains a line.
     */
    private void pauses(SvgText svg, PlotScale x, double startSeconds, double endSeconds) {
        List<Pause> pauses = new ArrayList<>();
        double column = LEFT;
        for (PlotSeries kind : marks) {
            List<PlotInterval> worst = new ArrayList<>(kind.intervals());
            worst.removeIf(one -> one.startSeconds() < startSeconds || one.startSeconds() > endSeconds);
            worst.sort(Comparator.comparingLong(PlotInterval::maxNs).reversed());
            for (PlotInterval one : worst.subList(0, Math.min(MARKS, worst.size()))) {
                double at = x.at(one.startSeconds() + one.lengthSeconds() / 2 - startSeconds);
                svg.line("mark", at, TOP, at, BOTTOM);
                pauses.add(new Pause(at, one.maxNs(), kind.name() + " " + PlotScale.time(one.maxNs())));
            }
            if (!worst.isEmpty()) {
                svg.text(column, HEIGHT - 8, "start", "dotted: the worst pauses of " + kind.name());
                column += 240;
            }
        }
        pauses.sort(Comparator.comparingLong(Pause::lengthNs).reversed());
        List<Pause> labelled = new ArrayList<>();
        for (Pause pause : pauses) {
            for (int row = 0; row < MARK_ROWS; row++) {
                Pause placed = pause.inRow(row);
                if (labelled.stream().noneMatch(placed::isInTheWayOf)) {
                    labelled.add(placed);
                    double beside = placed.isLate() ? placed.at() - 3 : placed.at() + 3;
                    double y = BOTTOM - 4 - MARK_ROW_HEIGHT * row;
                    svg.note("mark-text", beside, y, placed.isLate() ? "end" : "start", placed.label());
                    break;
                }
            }
        }
    }

    /** A pause with a label beside its line, left of it near the end, in a row counted from below. */
    private record Pause(double at, long lengthNs, String label, int row) {
        Pause(double at, long lengthNs, String label) {
            this(at, lengthNs, label, 0);
        }

        Pause inRow(int another) {
            return new Pause(at, lengthNs, label, another);
        }

        boolean isLate() {
            return at >= RIGHT - MARK_WIDTH;
        }

        boolean isInTheWayOf(Pause other) {
            return row == other.row && from() < other.from() + MARK_WIDTH && other.from() < from() + MARK_WIDTH;
        }

        private double from() {
            return isLate() ? at - MARK_WIDTH : at;
        }
    }
}
