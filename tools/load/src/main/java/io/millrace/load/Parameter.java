package io.millrace.load;

import java.util.Objects;

/**
 * A value that is drawn anew for each operation.
 *
 * @param name the name that <code>${name}</code> stands for it by
 * @param kind what its values are
 */
public record Parameter(String name, ValueKind kind) {
    /** Checks that nothing is missing. */
    public Parameter {
        Objects.requireNonNull(name);
        Objects.requireNonNull(kind);
    }
}
