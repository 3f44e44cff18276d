package io.millrace.service;

import java.time.Instant;
import java.util.Objects;

/**
 * What has become of an order, as the journal of orders keeps it.
 *
 * @param component the component or gateway of the order
 * @param input the input of the order, as {@code trades@0:8400}
 * @param state what has become of it
 * @param at when
 * @param note where the record stands in the output, or who withdrew it
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
