package io.millrace.wire;

import java.util.Objects;

/**
 * An array: a varint of count + 1, 0 for null, then the elements.
 *
 * @param element the type of the elements
 */
public record ArrayType(WireType element) implements WireType {
    /** Refuses null. */
    public ArrayType {
        Objects.requireNonNull(element, "element");
    }
}
