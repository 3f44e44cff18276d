package io.millrace.wire;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * An enum. Its aliases and the constant for unknown ones are known only if the schema was derived from classes; {@code
 * equals} ignores them, as in {@link Field}.
 *
 * @param name the full name
 * @param constants the names of the constants in the writer's order
 * @param aliases the constant for each earlier name
 * @param unknown the constant that is read in place of constants that the enum does not have; see {@link Unknown}
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

    /** Creates an enum without aliases and without a constant for unknown ones. */
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
