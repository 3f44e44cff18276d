package io.millrace.topology;

import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * An option of {@code millrace run} that adds a section to a topology.
 *
 * @param name its name without dashes, lower-case letters and {@code -}; no parameter of a topology has it then
 * @param label what its value is, such as {@code PORT}
 * @param help one line about it
 * @param value makes the section of the option's value and of what the file says, if it has the section; throws a
 * {@link
 *     TopologyException} where the value is wrong
 * @param <S> the value of the section
 */
public record SectionOption<S>(String name, String label, String help, BiFunction<String, Optional<S>, S> value) {

    /** Checks the name. */
    public SectionOption {
        Objects.requireNonNull(label, "label");
        Objects.requireNonNull(help, "help");
        Objects.requireNonNull(value, "value");
        if (!name.matches("[a-z][a-z-]*")) {
            throw new TopologyException("an option of a section has a name that is not valid option=" + name);
        }
    }
}
