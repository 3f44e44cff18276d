package io.millrace.harness;

import java.util.List;

/**
 * The result of a suite.
 *
 * @param suite the suite
 * @param rows a row per case and peer
 * @param conditions the conditions of the run
 * @param furtherValues further values of the figures, often none
 */
public record Report(Suite suite, List<Row> rows, Conditions conditions, List<FurtherValues> furtherValues) {
    /** Copies the lists. */
    public Report {
        rows = List.copyOf(rows);
        furtherValues = List.copyOf(furtherValues);
    }

    /** Creates a report without further values. */
    public Report(Suite suite, List<Row> rows, Conditions conditions) {
        this(suite, rows, conditions, List.of());
    }
}
