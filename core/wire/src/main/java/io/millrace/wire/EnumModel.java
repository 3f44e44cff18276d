package io.millrace.wire;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An enum class with its annotations.
 *
 * @param type the class
 * @param constants the names of the constants in order
 * @param aliases the constant for each earlier name
 * @param unknown the constant that is marked {@link Unknown}
 */
record EnumModel(Class<?> type, List<String> constants, Map<String, String> aliases, Optional<String> unknown) {
    static EnumModel of(Class<?> type) {
        List<String> constants = new ArrayList<>();
        Map<String, String> aliases = new LinkedHashMap<>();
        String unknown = null;
        for (Object each : type.getEnumConstants()) {
            String name = ((Enum<?>) each).name();
            constants.add(name);
            try {
                java.lang.reflect.Field field = type.getField(name);
                for (String alias : MessageModel.aliases(field)) {
                    aliases.putIfAbsent(alias, name);
                }
                if (field.isAnnotationPresent(Unknown.class)) {
                    if (unknown != null) {
                        throw new WireTypeException("two constants of an enum are marked as unknown type="
                                + type.getName() + " constants=" + List.of(unknown, name));
                    }
                    unknown = name;
                }
            } catch (NoSuchFieldException e) {
                throw new WireTypeException("an enum has no field for its constant constant=" + name, e);
            }
        }
        aliases.keySet().removeAll(constants);
        return new EnumModel(type, constants, aliases, Optional.ofNullable(unknown));
    }

    EnumType schema() {
        return new EnumType(type.getName(), constants, aliases, unknown);
    }

    /** Returns the constant with a written name, or empty if there is none. */
    Optional<Object> constant(String written) {
        String name = constants.contains(written) ? written : aliases.get(written);
        return name == null ? Optional.empty() : Optional.of(type.getEnumConstants()[constants.indexOf(name)]);
    }

    /** Returns the constant for unknown ones. */
    Optional<Object> fallback() {
        return unknown.flatMap(this::constant);
    }
}
