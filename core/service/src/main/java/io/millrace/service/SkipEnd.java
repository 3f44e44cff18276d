package io.millrace.service;

import java.time.Instant;
import java.util.Objects;

/**
 * The outcome of an order, as the journal of orders keeps it.
 *
 * @param component the component or gateway of the order
 * @param input the input of the order, as {@code trades@0:8400}
 * @param state its outcome
 * @param at when
 * @param note the position of the record in the output, or the operator that withdrew the order
 */
public record SkipEnd(String component, String input, SkipState state, Instant at, String note) {

    /** Checks that nothing is null. */
    public SkipEnd {
        Objects.requireNonNull(component, "component");
        Objects.requireNonNull(input, "input");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(note, "note");
    }
}
