package io.millrace.service;

import java.time.Duration;
import java.util.List;

/**
 * A query that exceeds its budget.
 *
 * @param method the query
 * @param elapsed for how long it runs
 * @param stack what the component's thread does, the innermost call first
 */
public record OverdueQuery(String method, Duration elapsed, List<String> stack) {

    /** Copies the list. */
    public OverdueQuery {
        stack = List.copyOf(stack);
    }
}
