package io.millrace.wire;

import java.util.Objects;

/**
 * A list: a varint of count + 1, 0 for null, then the elements.
 *
 * @param element the type of the elements
 */
public record ListType(WireType element) implements WireType {
    /** Refuses null. */
    public ListType {
        Objects.requireNonNull(element, "element");
    }
}
