package io.millrace.wire;

import java.util.List;

/**
 * A union type: a value is one of the members of a sealed interface, or for {@code Object} a scalar or a type of the
 * allow-list. Encoded as the varint of the member's number + 1, 0 for null, then the member without a presence byte of
 * its own: the value of a required scalar, the fields of a message, the ordinal + 1 of an enum.
 *
 * @param name the full name
 * @param members required scalars, and references to messages and enums
 */
public record UnionType(String name, List<WireType> members) implements NamedType {
    /** Copies the list; refuses equal members. */
    public UnionType {
        members = List.copyOf(members);
        SchemaRules.distinct("member", name, members);
    }
}
