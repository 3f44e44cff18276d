package io.millrace.wire;

import java.util.Objects;

/**
 * A field of a message or a parameter of a call.
 *
 * @param name its name
 * @param type its type
 */
public record Field(String name, WireType type) {
    /** Refuses nulls. */
    public Field {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(type, "type");
    }
}
