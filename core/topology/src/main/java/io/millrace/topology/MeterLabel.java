package io.millrace.topology;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.SequencedSet;

/**
 * A label of a meter with all values that it can have. They are names of the topology or constants, never anything of
 * a message, so that the number of time series is known when a run starts.
 *
 * @param name its name, lower-case letters and {@code _}
 * @param values all values that it can have
 */
public record MeterLabel(String name, SequencedSet<String> values) {

    /** Checks the name and takes a copy. */
    public MeterLabel {
        Objects.requireNonNull(values, "values");
        if (!name.matches("[a-z][a-z_]{0,49}")) {
            throw new TopologyException("a label has a name that is not valid label=" + name);
        }
        values = Collections.unmodifiableSequencedSet(new LinkedHashSet<>(values));
    }

    /** Returns a label with these values. */
    public static MeterLabel of(String name, Collection<String> values) {
        return new MeterLabel(name, new LinkedHashSet<>(values));
    }

    /** Returns a label whose values are the constants of an enum. */
    public static MeterLabel of(String name, Enum<?>[] values) {
        return of(name, List.of(values).stream().map(Enum::name).toList());
    }
}
