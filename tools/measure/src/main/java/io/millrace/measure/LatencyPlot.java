package io.millrace.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * Plots of latency as one self-contained HTML file, without scripts, fonts or network. First the percentile curves of
 * all series over each other, on the logarithmic axis of shares, then the numbers, then for each series latency over
 * time by percentile with the throughput beneath. Light and dark follow the reader's setting, and paper is light.
 *
 * @param title the heading
 * @param series what is plotted, in this order
 * @param marks pauses of the machine and of the collector; the plots over time mark their worst intervals
 * @param goal a goal to draw, if any
 */
public record LatencyPlot(String title, List<PlotSeries> series, List<PlotSeries> marks, Optional<LatencyGoal> goal) {
    private static final String STYLE = """
            :root { color-scheme: light dark; --ink: #1b1f24; --paper: #fff; --grid: #d8dee4; --soft: #57606a;
              --c0: #0969da; --c1: #bc4c00; --c2: #1a7f37; --c3: #8250df; --c4: #bf3989; --bar: #b6c7dd;
              --mark: #cf222e; }
            @media screen and (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --paper: #0d1117;
              --grid: #30363d; --soft: #9198a1; --c0: #58a6ff; --c1: #f0883e; --c2: #3fb950; --c3: #bc8cff;
              --c4: #ff7bba; --bar: #2d4466; --mark: #ff7b72; } }
            body { font: 14px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
              max-width: 980px; margin: 24px auto; padding: 0 16px; }
            h1 { font-size: 22px; } h2 { font-size: 16px; margin: 28px 0 4px; }
            svg { width: 100%; height: auto; display: block; }
            section { break-inside: avoid; }
            svg text { fill: var(--soft); font: 12px system-ui, sans-serif; }
            .grid { stroke: var(--grid); stroke-width: 1; } .bar { fill: var(--bar); }
            .line { fill: none; stroke-width: 1.8; stroke-linejoin: round; }
            .mark { stroke: var(--mark); stroke-width: 1; stroke-dasharray: 2 3; }
            .goal { stroke: var(--mark); stroke-width: 1.5; stroke-dasharray: 7 4; }
            svg text.note { stroke: var(--paper); stroke-width: 3px; paint-order: stroke; }
            svg text.goal-text { fill: var(--mark); }
            table { border-collapse: collapse; width: 100%; margin: 12px 0; }
            th, td { text-align: right; padding: 3px 8px; border-bottom: 1px solid var(--grid);
              font-variant-numeric: tabular-nums; }
            td { white-space: nowrap; }
            th:first-child, td:first-child { text-align: left; white-space: normal; overflow-wrap: anywhere; }
            pre { font: 12px/1.5 ui-monospace, monospace; white-space: pre-wrap; }
            @media print { :root { color-scheme: light; }
              body { font-size: 11px; max-width: none; margin: 0; padding: 0; }
              th, td { padding: 3px 5px; } pre { font-size: 9px; } }
            """;

    /** Copies the lists. */
    public LatencyPlot {
        Objects.requireNonNull(title);
        Objects.requireNonNull(goal);
        series = List.copyOf(series);
        marks = List.copyOf(marks);
    }

    /** Returns the whole file. */
    public String html() {
        return html("");
    }

    /**
     * Returns the whole file.
     *
     * @param preface lines of text below the heading, shown as they are; empty for none
     */
    public String html(String preface) {
        StringBuilder html = new StringBuilder(
                        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .append("<meta name=\"viewport\" content=\"width=device-width\">\n<title>")
                .append(escaped(title))
                .append("</title>\n<style>\n")
                .append(STYLE)
                .append("</style>\n</head>\n<body>\n<h1>")
                .append(escaped(title))
                .append("</h1>\n");
        if (!preface.isEmpty()) {
            html.append("<pre>").append(escaped(preface)).append("</pre>\n");
        }
        List<PlotSeries> shown = new ArrayList<>();
        for (PlotSeries one : series) {
            if (one.total().getTotalCount() > 0) {
                shown.add(one);
            }
        }
        if (shown.isEmpty()) {
            return html.append("<p>There are no times to plot.</p>\n</body>\n</html>\n")
                    .toString();
        }
        html.append("<section>\n<h2>Percentiles</h2>\n")
                .append(new PercentileChart(shown, goal).svg())
                .append("</section>\n");
        html.append(table(shown));
        for (PlotSeries one : shown) {
            html.append("<section>\n<h2>").append(escaped(one.name())).append(" over time</h2>\n");
            html.append(new TimeChart(one, marks, goal).svg()).append("</section>\n");
        }
        return html.append("</body>\n</html>\n").toString();
    }

    private static String table(List<PlotSeries> shown) {
        StringBuilder html = new StringBuilder("<table>\n<tr><th></th><th>count</th><th>mean</th><th>p50</th>")
                .append("<th>p90</th><th>p99</th><th>p99.9</th><th>p99.99</th><th>max</th></tr>\n");
        for (PlotSeries one : shown) {
            Histogram total = one.total();
            LatencySummary summary = LatencySummary.of(total);
            html.append("<tr><td>").append(escaped(one.name())).append("</td><td>");
            html.append(String.format(Locale.ROOT, "%,d", summary.count()));
            double[] values = {
                summary.meanNs(),
                summary.p50Ns(),
                summary.p90Ns(),
                summary.p99Ns(),
                summary.p999Ns(),
                summary.p9999Ns(),
                summary.maxNs()
            };
            for (double value : values) {
                html.append("</td><td>").append(PlotScale.time(value));
            }
            html.append("</td></tr>\n");
        }
        return html.append("</table>\n").toString();
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
