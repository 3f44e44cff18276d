package io.millrace.topology;

import java.time.Instant;

/** What the cells of a column are, so that a page can show them with units. A cell that has no value is null. */
public enum ColumnType {
    /** A {@link String}. */
    TEXT(String.class),
    /** A number of things, a {@link Long}. */
    COUNT(Long.class),
    /** A size in bytes, a {@link Long}. */
    BYTES(Long.class),
    /** A duration in nanoseconds, a {@link Long}. */
    NANOSECONDS(Long.class),
    /** A number a second, a {@link Double}. */
    RATE(Double.class),
    /** A moment, an {@link Instant}. */
    TIME(Instant.class),
    /** A word for a state, a {@link String} such as {@code ok} or {@code failed}. */
    STATE(String.class);

    private final Class<?> type;

    ColumnType(Class<?> type) {
        this.type = type;
    }

    boolean takes(Object cell) {
        return cell == null || type.isInstance(cell);
    }
}
