package io.millrace.service;

import java.time.Instant;
import java.util.Objects;

/**
 * An operator's order to take calls of a principal again, which a component refuses because too many of them have made
 * it throw. {@link AllowOrders} carries it in the journal of orders.
 *
 * @param component the name of the component
 * @param principal the principal; the name of a client where it has none
 * @param by the operator that ordered it
 * @param at when it was ordered
 * @param reason why
 */
public record AllowOrder(String component, String principal, String by, Instant at, String reason) {

    /** Checks that nothing is null. */
    public AllowOrder {
        Objects.requireNonNull(component, "component");
        Objects.requireNonNull(principal, "principal");
        Objects.requireNonNull(by, "by");
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(reason, "reason");
    }
}
