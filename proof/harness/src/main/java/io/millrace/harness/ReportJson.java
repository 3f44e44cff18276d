package io.millrace.harness;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A report for programs: an array of rows, and an object of the conditions. */
public final class ReportJson {
    private ReportJson() {}

    /**
     * Returns an array with an object per row, whose ratio is above 1 exactly if ours is better. A figure that a side
     * has not, and a ratio that does not exist, are left out; {@code doubt} says why.
     */
    public static String rows(List<Row> rows) {
        return rows.stream().map(ReportJson::row).collect(Collectors.joining(",\n  ", "[\n  ", "\n]\n"));
    }

    public static String conditions(Report report) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("suite", report.suite().name());
        values.putAll(report.conditions().values());
        report.furtherValues().forEach(one -> values.put("beside " + one.figure() + ", " + one.side(), one.parts()));
        return object(values) + "\n";
    }

    private static String row(Row row) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("suite", row.suite());
        values.put("case", row.benchmarkCase().name());
        values.put("unit", row.benchmarkCase().unit());
        values.put("better", row.benchmarkCase().better().text());
        putFigure(values, "ours", row.ours());
        putFigure(values, "peer", row.peer());
        values.put("peerName", row.peerName());
        row.ratio().ifPresent(ratio -> values.put("ratio", ratio));
        row.interval().ifPresent(interval -> {
            values.put("ratioLow", interval.lowest());
            values.put("ratioHigh", interval.highest());
        });
        values.put("verdict", row.verdict());
        row.doubt().ifPresent(doubt -> values.put("doubt", doubt));
        return object(values);
    }

    private static void putFigure(Map<String, Object> values, String name, double figure) {
        if (Double.isFinite(figure)) { // JSON has no other numbers
            values.put(name, figure);
        }
    }

    private static String object(Map<String, ?> values) {
        return values.entrySet().stream()
                .map(entry -> string(entry.getKey()) + ": " + value(entry.getValue()))
                .collect(Collectors.joining(", ", "{", "}"));
    }

    private static String value(Object value) {
        return switch (value) {
            case Double number -> number.toString();
            case Map<?, ?> parts -> {
                Map<String, Object> named = new LinkedHashMap<>();
                parts.forEach((name, part) -> named.put(name.toString(), part));
                yield object(named);
            }
            default -> string(value.toString());
        };
    }

    private static String string(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ') {
                quoted.append(String.format("\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
