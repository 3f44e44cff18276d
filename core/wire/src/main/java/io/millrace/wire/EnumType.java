package io.millrace.wire;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * An enum. What is known of it besides where the schema comes from classes does not count for equality, as with
 * {@link Field}.
 *
 * @param name the full name
 * @param constants the names of the constants in the writer's order
 * @param aliases the constant for each of the earlier names
 * @param unknown the constant that stands for those that the enum does not have; see {@link Unknown}
 */
public record EnumType(String name, List<String> constants, Map<String, String> aliases, Optional<String> unknown)
        implements NamedType {
    /** Copies the collections; refuses constants of the same name. */
    public EnumType {
        constants = List.copyOf(constants);
        aliases = Map.copyOf(aliases);
        Objects.requireNonNull(unknown, "unknown");
        SchemaRules.distinct("constant", name, constants);
    }

    /** An enum of which no more is known. */
    public EnumType(String name, List<String> constants) {
        this(name, constants, Map.of(), Optional.empty());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EnumType that && name.equals(that.name) && constants.equals(that.constants);
    }

    @Override
    public int hashCode() {
        return 31 * name.hashCode() + constants.hashCode();
    }
}
