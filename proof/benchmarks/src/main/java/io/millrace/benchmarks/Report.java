package io.millrace.benchmarks;

import java.util.List;

/**
 * The result of a suite.
 *
 * @param suite what was run
 * @param rows a row per case and peer
 * @param conditions under which conditions
 * @param beside what was counted beside the figures, often nothing
 */
public record Report(Suite suite, List<Row> rows, Conditions conditions, List<Beside> beside) {
    /** Copies the lists. */
    public Report {
        rows = List.copyOf(rows);
        beside = List.copyOf(beside);
    }

    /** A report of figures that nothing was counted beside. */
    public Report(Suite suite, List<Row> rows, Conditions conditions) {
        this(suite, rows, conditions, List.of());
    }
}
