package io.millrace.service;

import java.time.Instant;
import java.util.Objects;

/**
 * An operator's order to skip one input of one component or gateway. It is a message as well: {@link SkipRecords}
 * carries it in the output channel, {@link SkipOrders} in the journal of orders.
 *
 * @param component the name of the component or gateway
 * @param channel the name of the channel that it reads
 * @param position the position of the input there, {@code 0:8400} in a journal, a number in a queue
 * @param method the method that the input calls; empty for one of a queue
 * @param by the operator that ordered it
 * @param at when it was ordered
 * @param reason why
 */
public record SkipOrder(
        String component, String channel, String position, String method, String by, Instant at, String reason) {

    /** Checks that nothing is null. */
    public SkipOrder {
        Objects.requireNonNull(component, "component");
        Objects.requireNonNull(channel, "channel");
        Objects.requireNonNull(position, "position");
        Objects.requireNonNull(method, "method");
        Objects.requireNonNull(by, "by");
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(reason, "reason");
    }

    /** Returns the channel and the position in it, as {@code trades@0:8400}. */
    public String input() {
        return channel + "@" + position;
    }

    boolean isOf(String otherComponent, String otherInput) {
        return component.equals(otherComponent) && input().equals(otherInput);
    }
}
