package io.millrace.service;

import java.util.Objects;
import java.util.Optional;

/**
 * An order and its outcome.
 *
 * @param order the order
 * @param end its outcome; empty while it is pending
 */
public record Upgrade(UpgradeOrder order, Optional<UpgradeEnd> end) {

    /** Checks that nothing is null. */
    public Upgrade {
        Objects.requireNonNull(order, "order");
        Objects.requireNonNull(end, "end");
    }

    /** Returns the state of the order. */
    public UpgradeState state() {
        return end.map(UpgradeEnd::state).orElse(UpgradeState.PENDING);
    }
}
