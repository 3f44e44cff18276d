package io.millrace.benchmarks;

import java.util.List;

/**
 * The result of a suite.
 *
 * @param suite what was run
 * @param rows a row per case and peer
 * @param conditions under which conditions
 */
public record Report(Suite suite, List<Row> rows, Conditions conditions) {
    /** Copies the rows. */
    public Report {
        rows = List.copyOf(rows);
    }
}
