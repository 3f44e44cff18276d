package io.millrace.wire;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A field of a message or a parameter of a call. Its aliases and its default are known only if the schema was derived
 * from classes. They help to read text; they are not encoded with the schema, and {@code equals} ignores them.
 *
 * @param name its name
 * @param type its type
 * @param aliases its earlier names
 * @param missing its value if it was not written, unless that is null, 0 or false
 */
public record Field(String name, WireType type, List<String> aliases, Optional<MissingValue> missing) {
    /** Refuses nulls. */
    public Field {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(type, "type");
        aliases = List.copyOf(aliases);
        Objects.requireNonNull(missing, "missing");
    }

    /** Creates a field without aliases and without a default. */
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
