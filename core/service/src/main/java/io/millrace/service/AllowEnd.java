package io.millrace.service;

import java.time.Instant;
import java.util.Objects;

/**
 * The outcome of an order, as the journal of orders keeps it.
 *
 * @param order the order
 * @param state its outcome
 * @param at when
 * @param note the position of the record in the output, or the operator that withdrew the order
 */
public record AllowEnd(AllowOrder order, AllowState state, Instant at, String note) {

    /** Checks that nothing is null. */
    public AllowEnd {
        Objects.requireNonNull(order, "order");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(note, "note");
    }
}
