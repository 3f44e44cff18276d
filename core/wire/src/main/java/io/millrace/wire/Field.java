package io.millrace.wire;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A field of a message or a parameter of a call. Its aliases and what stands for it where it is missing are known where
 * a schema comes from classes; they help to read text, do not travel with the schema and do not count for equality.
 *
 * @param name its name
 * @param type its type
 * @param aliases its earlier names
 * @param missing what stands for it where it was not written, where that is neither null, 0 nor false
 */
public record Field(String name, WireType type, List<String> aliases, Optional<MissingValue> missing) {
    /** Refuses nulls. */
    public Field {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(type, "type");
        aliases = List.copyOf(aliases);
        Objects.requireNonNull(missing, "missing");
    }

    /** A field of which no more is known. */
    public Field(String name, WireType type) {
        this(name, type, List.of(), Optional.empty());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Field that && name.equals(that.name) && type.equals(that.type);
    }

    @Override
    public int hashCode() {
        return 31 * name.hashCode() + type.hashCode();
    }
}
