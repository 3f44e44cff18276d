package io.millrace.topology;

import java.util.Objects;

/**
 * A column of a {@link StatusTable}.
 *
 * @param name its heading
 * @param type what its cells are
 */
public record StatusColumn(String name, ColumnType type) {

    /** Checks that nothing is null. */
    public StatusColumn {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(type, "type");
    }
}
