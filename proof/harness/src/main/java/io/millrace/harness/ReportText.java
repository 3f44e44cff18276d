package io.millrace.harness;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** A report as a table for people, after the conditions. */
public final class ReportText {
    private static final String GAP = "  ";

    private ReportText() {}

    public static String of(Report report) {
        StringBuilder text = new StringBuilder(conditions(report.conditions()));
        for (Side peer : report.suite().peers()) {
            List<Row> rows = report.rows().stream()
                    .filter(row -> row.peerName().equals(peer.name()))
                    .toList();
            text.append('\n').append(table(report.suite(), peer, rows));
        }
        return text.append(furtherValues(report)).toString();
    }

    /** Returns a line for each condition that has a value. */
    public static String conditions(Conditions conditions) {
        StringBuilder text = new StringBuilder();
        conditions.values().forEach((name, value) -> {
            if (!value.isEmpty()) {
                text.append(name).append(": ").append(value).append('\n');
            }
        });
        return text.toString();
    }

    private static String table(Suite suite, Side peer, List<Row> rows) {
        List<String> heading =
                List.of(suite.name(), "unit", suite.ours().name(), peer.name(), "ratio", "95 % interval");
        return table(
                        Stream.concat(Stream.of(heading), rows.stream().map(ReportText::cells))
                                .toList(),
                        2)
                + doubts(rows);
    }

    /** Returns a line for each reason for which rows cannot be compared, with the names of these. */
    private static String doubts(List<Row> rows) {
        Map<String, List<String>> named = new LinkedHashMap<>();
        for (Row row : rows) {
            row.doubt()
                    .ifPresent(doubt -> named.computeIfAbsent(doubt, _ -> new ArrayList<>())
                            .add(row.benchmarkCase().name()));
        }
        StringBuilder text = new StringBuilder();
        named.forEach((doubt, names) -> text.append("not comparable, ")
                .append(names.size() == rows.size() ? "all" : String.join(", ", names))
                .append(": ")
                .append(doubt)
                .append('\n'));
        return text.toString();
    }

    /** Formats cells in columns, of which the first {@code names} are text. */
    private static String table(List<List<String>> cells, int names) {
        int[] widths = new int[cells.getFirst().size()];
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
                one.append(i < names ? line.get(i) + padding : padding + line.get(i))
                        .append(GAP);
            }
            text.append(one.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    /** Returns a table of the further values of the figures, which all have the same parts; or an empty text. */
    private static String furtherValues(Report report) {
        if (report.furtherValues().isEmpty()) {
            return "";
        }
        List<String> heading = new ArrayList<>(List.of("beside them", "unit", "side"));
        heading.addAll(report.furtherValues().getFirst().parts().keySet());
        List<List<String>> cells = new ArrayList<>(List.of(heading));
        for (FurtherValues one : report.furtherValues()) {
            List<String> line = new ArrayList<>(List.of(one.figure(), one.unit(), one.side()));
            one.parts().values().forEach(value -> line.add(figure(value)));
            cells.add(line);
        }
        return '\n' + table(cells, 3);
    }

    private static List<String> cells(Row row) {
        return List.of(
                row.benchmarkCase().name(),
                row.benchmarkCase().unit(),
                figure(row.ours()),
                figure(row.peer()),
                row.ratio().isPresent()
                        ? String.format(Locale.ROOT, "%.2f", row.ratio().getAsDouble())
                        : "none",
                row.verdict());
    }

    private static String figure(double value) {
        if (!Double.isFinite(value)) {
            return "none";
        }
        return String.format(Locale.ROOT, value < 100 ? "%.2f" : "%,.0f", value);
    }
}
