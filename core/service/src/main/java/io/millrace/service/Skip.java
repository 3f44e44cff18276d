package io.millrace.service;

import java.util.Objects;
import java.util.Optional;

/**
 * An order and its outcome.
 *
 * @param order the order
 * @param end its outcome; empty while it is pending
 */
public record Skip(SkipOrder order, Optional<SkipEnd> end) {

    /** Checks that nothing is null. */
    public Skip {
        Objects.requireNonNull(order, "order");
        Objects.requireNonNull(end, "end");
    }

    /** Returns the state of the order. */
    public SkipState state() {
        return end.map(SkipEnd::state).orElse(SkipState.PENDING);
    }
}
