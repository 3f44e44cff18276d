package io.millrace.benchmarks;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** A report as a table for people, the conditions above it. */
final class ReportText {
    private static final String GAP = "  ";

    private ReportText() {}

    static String of(Report report) {
        StringBuilder text = new StringBuilder();
        report.conditions().values().forEach((name, value) -> {
            if (!value.isEmpty()) {
                text.append(name).append(": ").append(value).append('\n');
            }
        });
        for (Side peer : report.suite().peers()) {
            List<Row> rows = report.rows().stream()
                    .filter(row -> row.peerName().equals(peer.name()))
                    .toList();
            text.append('\n').append(table(report.suite(), peer, rows));
        }
        return text.toString();
    }

    private static String table(Suite suite, Side peer, List<Row> rows) {
        List<List<String>> cells = Stream.concat(
                        Stream.of(List.of(
                                suite.name(), "unit", suite.ours().name(), peer.name(), "ratio", "95 % interval")),
                        rows.stream().map(ReportText::cells))
                .toList();
        int[] widths = new int[6];
        for (List<String> line : cells) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], line.get(i).length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (List<String> line : cells) {
            StringBuilder one = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                String padding = " ".repeat(widths[i] - line.get(i).length());
                one.append(i < 2 ? line.get(i) + padding : padding + line.get(i))
                        .append(GAP);
            }
            text.append(one.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    private static List<String> cells(Row row) {
        return List.of(
                row.benchmarkCase().name(),
                row.benchmarkCase().unit(),
                figure(row.ours()),
                figure(row.peer()),
                String.format(Locale.ROOT, "%.2f", row.ratio()),
                row.verdict());
    }

    private static String figure(double value) {
        return String.format(Locale.ROOT, value < 100 ? "%.2f" : "%,.0f", value);
    }
}
