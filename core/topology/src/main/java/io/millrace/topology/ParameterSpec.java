package io.millrace.topology;

import io.millrace.text.NearestName;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A parameter of a topology: an option of the command that runs it, which arguments refer to as <code>${name}</code>.
 *
 * @param type its type
 * @param defaultValue its value where none is given; a parameter without one must be given
 * @param help one line about it for people, may be empty
 * @param values what a {@link ParameterType#CHOICE} chooses from, empty for every other type
 */
public record ParameterSpec(ParameterType type, Optional<String> defaultValue, String help, List<String> values) {
    /** Checks that nothing is null and takes a copy of the values. */
    public ParameterSpec {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(defaultValue, "defaultValue");
        Objects.requireNonNull(help, "help");
        values = List.copyOf(values);
    }

    /**
     * Returns a parameter that must be given.
     *
     * @param type its type, other than a choice
     * @return the parameter
     */
    public static ParameterSpec of(ParameterType type) {
        return new ParameterSpec(type, Optional.empty(), "", List.of());
    }

    /**
     * Returns a parameter that must be given, and be one of a few values.
     *
     * @param values its possible values
     * @return the parameter
     */
    public static ParameterSpec choice(String... values) {
        return new ParameterSpec(ParameterType.CHOICE, Optional.empty(), "", List.of(values));
    }

    /**
     * Returns the same parameter with a value for when none is given.
     *
     * @param value the value as text
     * @return the parameter
     */
    public ParameterSpec withDefault(String value) {
        return new ParameterSpec(type, Optional.of(value), help, values);
    }

    /**
     * Returns the same parameter with a line of help.
     *
     * @param line its purpose
     * @return the parameter
     */
    public ParameterSpec withHelp(String line) {
        return new ParameterSpec(type, defaultValue, line, values);
    }

    /** Returns what is wrong with a value, as the end of a sentence, or empty where it is right. */
    Optional<String> objection(String value) {
        if (type == ParameterType.CHOICE) {
            return values.contains(value)
                    ? Optional.empty()
                    : Optional.of("is not one of " + String.join(", ", values)
                            + NearestName.of(value, values)
                                    .map(near -> "; did you mean " + near + "?")
                                    .orElse(""));
        }
        if (type.accepts(value)) {
            return Optional.empty();
        }
        return Optional.of(
                switch (type) {
                    case INT, LONG -> "is not a whole number (" + type.label() + ")";
                    case DOUBLE -> "is not a number";
                    case BOOLEAN -> "is neither true nor false";
                    case DURATION -> "is not a duration such as 250ms, 10s or PT10S";
                    default -> "is not a " + type.label();
                });
    }
}
