package io.millrace.service;

import java.util.Objects;
import java.util.Optional;

/**
 * An order and its outcome.
 *
 * @param order the order
 * @param end its outcome; empty while it is pending
 */
public record Allowance(AllowOrder order, Optional<AllowEnd> end) {

    /** Checks that nothing is null. */
    public Allowance {
        Objects.requireNonNull(order, "order");
        Objects.requireNonNull(end, "end");
    }

    /** Returns the state of the order. */
    public AllowState state() {
        return end.map(AllowEnd::state).orElse(AllowState.PENDING);
    }
}
