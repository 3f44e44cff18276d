package io.millrace.wire;

import java.util.Objects;

/**
 * A map: a varint of count + 1, 0 for null, then each key followed by its value, in the order of iteration.
 *
 * @param key the type of the keys: a scalar or a reference to an enum
 * @param value the type of the values
 */
public record MapType(WireType key, WireType value) implements WireType {
    /** Refuses nulls. */
    public MapType {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(value, "value");
    }
}
