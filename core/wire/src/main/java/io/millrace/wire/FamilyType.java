package io.millrace.wire;

import java.util.List;

/**
 * A closed family: the members of a sealed interface, or for {@code Object} the scalars and the types of the
 * allow-list.
 *
 * @param name the full name
 * @param members scalars that are required, and references to messages and enums
 */
public record FamilyType(String name, List<WireType> members) implements NamedType {
    /** Copies the list; refuses equal members. */
    public FamilyType {
        members = List.copyOf(members);
        SchemaRules.distinct("member", name, members);
    }
}
