package io.millrace.service;

import java.time.Instant;
import java.util.Objects;

/**
 * The outcome of an order, as the journal of orders keeps it.
 *
 * @param component the component of the order
 * @param ordered when it was ordered
 * @param state its outcome
 * @param at when
 * @param note the position of the mark in the output, or the operator that withdrew the order
 */
public record UpgradeEnd(String component, Instant ordered, UpgradeState state, Instant at, String note) {

    /** Checks that nothing is null. */
    public UpgradeEnd {
        Objects.requireNonNull(component, "component");
        Objects.requireNonNull(ordered, "ordered");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(note, "note");
    }
}
