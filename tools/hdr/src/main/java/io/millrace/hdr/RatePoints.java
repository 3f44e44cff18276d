package io.millrace.hdr;

import io.millrace.measure.ChartAxis;
import io.millrace.measure.ChartLine;
import io.millrace.measure.ChartPanel;
import io.millrace.measure.LatencyGoal;
import io.millrace.measure.LineChart;
import io.millrace.measure.MeasureException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * The times of several logs, each recorded at another rate, by tag and rate. The rate of a log is the count of the tag
 * over the time from its first interval to the end of its last.
 */
final class RatePoints {
    private static final List<Double> PERCENTILES = List.of(50.0, 99.0, 99.9);
    private static final double NS_PER_MICRO = 1e3;

    private final Map<String, List<Point>> byTag = new TreeMap<>();

    /** The times of a tag in one log. */
    private record Point(double perSecond, Histogram times) {
        double micros(double percentile) {
            return times.getValueAtPercentile(percentile) / NS_PER_MICRO;
        }
    }

    /** Collects the times of a tag in one log. */
    private static final class Collected {
        private Histogram times;
        private double fromSeconds = Double.MAX_VALUE;
        private double toSeconds = -Double.MAX_VALUE;

        void add(double startSeconds, double lengthSeconds, Histogram histogram) {
            if (times == null) {
                times = new Histogram(histogram.getNumberOfSignificantValueDigits());
                times.setAutoResize(true);
            }
            times.add(histogram);
            fromSeconds = Math.min(fromSeconds, startSeconds);
            toSeconds = Math.max(toSeconds, startSeconds + lengthSeconds);
        }
    }

    /** Reads the selected logs. */
    static RatePoints read(LogSelection selection, DefectCount defects) throws IOException {
        RatePoints points = new RatePoints();
        for (Path file : selection.files()) {
            Map<String, Collected> tags = new LinkedHashMap<>();
            selection.decode(
                    file,
                    defects,
                    (line, _, histogram) -> tags.computeIfAbsent(line.tag(), _ -> new Collected())
                            .add(line.startSeconds(), line.lengthSeconds(), histogram));
            tags.forEach(points::add);
        }
        points.byTag.values().forEach(list -> list.sort(Comparator.comparingDouble(Point::perSecond)));
        return points;
    }

    private void add(String tag, Collected collected) {
        double seconds = collected.toSeconds - collected.fromSeconds;
        if (collected.times.getTotalCount() > 0 && seconds > 0) {
            byTag.computeIfAbsent(tag, _ -> new ArrayList<>())
                    .add(new Point(collected.times.getTotalCount() / seconds, collected.times));
        }
    }

    /**
     * Returns a page with a chart of each tag.
     *
     * @throws MeasureException if there are no times with a rate
     */
    String html(String title) {
        if (byTag.isEmpty()) {
            throw new MeasureException("no log has times at a rate to plot");
        }
        List<ChartPanel> panels = new ArrayList<>();
        byTag.forEach((tag, points) -> panels.add(panel(tag, points)));
        String heading = escaped(title);
        return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>" + heading
                + "</title>\n</head>\n<body>\n<h1>" + heading + "</h1>\n" + new LineChart(title, panels).svg()
                + "</body>\n</html>\n";
    }

    private static ChartPanel panel(String tag, List<Point> points) {
        List<Double> rates = points.stream().map(Point::perSecond).toList();
        List<ChartLine> lines = new ArrayList<>();
        double least = Double.MAX_VALUE;
        double most = 0;
        for (double percentile : PERCENTILES) {
            List<Double> micros =
                    points.stream().map(point -> point.micros(percentile)).toList();
            lines.add(new ChartLine("p" + Units.trimmed(percentile), rates, micros));
            for (double value : micros) {
                least = Math.min(least, Math.max(value, 1 / NS_PER_MICRO));
                most = Math.max(most, value);
            }
        }
        return new ChartPanel(
                TagTotals.name(tag) + ", us by operations a second",
                ChartAxis.decades(rates.getFirst(), rates.getLast()),
                ChartAxis.decades(least, Math.max(least, most)),
                lines);
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    /** Prints the percentiles of each tag by rate, and the highest rate up to which each goal is met. */
    void print(PrintWriter out, List<LatencyGoal> goals) {
        byTag.forEach((tag, points) -> {
            out.printf(Locale.ROOT, "%s (us)%n%12s", TagTotals.name(tag), "per second");
            PERCENTILES.forEach(percentile -> out.printf(Locale.ROOT, " %12s", "p" + Units.trimmed(percentile)));
            out.printf(Locale.ROOT, " %12s%n", "max");
            for (Point point : points) {
                out.printf(Locale.ROOT, "%12.1f", point.perSecond());
                PERCENTILES.forEach(percentile -> out.printf(Locale.ROOT, " %12.3f", point.micros(percentile)));
                out.printf(Locale.ROOT, " %12.3f%n", point.times().getMaxValue() / NS_PER_MICRO);
            }
            for (LatencyGoal goal : goals) {
                String rate = highest(points, goal)
                        .map(point -> String.format(Locale.ROOT, "up to %.1f/s", point.perSecond()))
                        .orElse("at no rate recorded");
                out.println(goal + ": " + rate);
            }
        });
    }

    /** Returns the point of the highest rate which meets a goal, as those of all lower rates do. */
    private static Optional<Point> highest(List<Point> points, LatencyGoal goal) {
        Point highest = null;
        for (Point point : points) {
            if (point.times().getValueAtPercentile(goal.percentile()) > goal.limitNs()) {
                break;
            }
            highest = point;
        }
        return Optional.ofNullable(highest);
    }
}
