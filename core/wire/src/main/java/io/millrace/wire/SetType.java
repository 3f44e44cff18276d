package io.millrace.wire;

import java.util.Objects;

/**
 * A set, in the order of iteration: a varint of count + 1, 0 for null, then the elements.
 *
 * @param element the type of the elements
 */
public record SetType(WireType element) implements WireType {
    /** Refuses null. */
    public SetType {
        Objects.requireNonNull(element, "element");
    }
}
