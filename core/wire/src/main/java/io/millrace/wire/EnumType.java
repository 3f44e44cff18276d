package io.millrace.wire;

import java.util.List;

/**
 * An enum.
 *
 * @param name the full name
 * @param constants the names of the constants in the writer's order
 */
public record EnumType(String name, List<String> constants) implements NamedType {
    /** Copies the list; refuses constants of the same name. */
    public EnumType {
        constants = List.copyOf(constants);
        SchemaRules.distinct("constant", name, constants);
    }
}
