package io.millrace.service;

import java.time.Instant;
import java.util.Objects;

/**
 * An operator's order that another version of a component decides from now on. It is a message of {@link
 * UpgradeOrders}.
 *
 * @param component the name of the component
 * @param by the operator that ordered it
 * @param at when it was ordered; with the component, the identity of the order
 * @param reason why
 */
public record UpgradeOrder(String component, String by, Instant at, String reason) {

    /** Checks that nothing is null. */
    public UpgradeOrder {
        Objects.requireNonNull(component, "component");
        Objects.requireNonNull(by, "by");
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(reason, "reason");
    }

    boolean isOf(String otherComponent, Instant otherAt) {
        return component.equals(otherComponent) && at.equals(otherAt);
    }
}
