package io.millrace.cli;

import io.millrace.topology.RunningTopology;
import io.millrace.topology.Summary;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/** The summary of a run as text. */
final class SummaryText {
    private static final double[] PERCENTILES = {50, 90, 99, 99.9, 100};
    private static final double NANOS_PER_SECOND = 1e9;

    private SummaryText() {}

    static void print(Console console, RunningTopology running, Summary summary, List<HopLatency> hops) {
        Output out = console.out();
        int width = summary.counts().keySet().stream()
                .mapToInt(String::length)
                .max()
                .orElse(0);
        summary.counts()
                .forEach(
                        (name, count) -> out.line(String.format(Locale.ROOT, "%-" + (width + 2) + "s%,14d", name, count)
                                + missing(summary.removed().getOrDefault(name, 0L))));
        if (!summary.counts().isEmpty()) {
            out.line("");
        }
        if (summary.nothingNew()) {
            boolean isEmpty = running.journals().values().stream()
                    .allMatch(channel -> channel.journal().orElseThrow().messages() == 0);
            out.line(
                    isEmpty
                            ? "Nothing came: there is no message in " + running.dataDirectory() + "."
                            : "Nothing new: everything in " + running.dataDirectory() + " was done by an earlier run.");
            return;
        }
        out.line(String.format(
                Locale.ROOT,
                "%,d messages in %.2f s, %,.0f messages per second",
                summary.messages(),
                summary.elapsedNs() / NANOS_PER_SECOND,
                summary.messagesPerSecond()));
        if (!hops.isEmpty()) {
            out.line("");
            latencies(console, hops);
        }
    }

    private static String missing(long removed) {
        return removed == 0
                ? ""
                : String.format(Locale.ROOT, "  of those kept; retention has removed %,d messages", removed);
    }

    private static void latencies(Console console, List<HopLatency> hops) {
        Output out = console.out();
        int width =
                hops.stream().mapToInt(hop -> hop.component().length()).max().orElse(0);
        String name = "%-" + Math.max(width + 2, "latency".length() + 2) + "s";
        String head = String.format(name, "latency")
                + String.format("%-12s%10s%10s%10s%10s%10s", "", "p50", "p90", "p99", "p99.9", "max");
        out.line(Colour.NAME.paint(head, console.terminal()));
        for (HopLatency hop : hops) {
            String component = hop.component();
            if (hop.service().getTotalCount() > 0) {
                out.line(String.format(name, component) + row("waiting", hop.waiting()));
                out.line(String.format(name, "") + row("service", hop.service()));
                component = "";
            }
            out.line(String.format(name, component) + row("end to end", hop.endToEnd()));
        }
    }

    private static String row(String what, Histogram histogram) {
        StringBuilder row = new StringBuilder(String.format("%-12s", what));
        for (double percentile : PERCENTILES) {
            row.append(String.format("%10s", duration(histogram.getValueAtPercentile(percentile))));
        }
        return row.toString();
    }

    /** Returns a duration in the unit that leaves one to three digits before the point. */
    static String duration(long nanos) {
        if (nanos < 1_000) {
            return nanos + " ns";
        }
        String[] units = {"µs", "ms", "s"};
        double value = nanos / 1e3;
        int unit = 0;
        while (value >= 999.5 && unit < units.length - 1) {
            value /= 1e3;
            unit++;
        }
        String format = value < 9.995 ? "%.2f %s" : value < 99.95 ? "%.1f %s" : "%.0f %s";
        return String.format(Locale.ROOT, format, value, units[unit]);
    }
}
