package io.millrace.wire;

import java.util.Objects;

/**
 * A single value. A nullable one is preceded by a presence byte, except strings and byte arrays, whose length says it.
 *
 * @param kind what it is
 * @param nullability whether it may be null
 */
public record Scalar(ScalarKind kind, Nullability nullability) implements WireType {
    /** Refuses nulls. */
    public Scalar {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(nullability, "nullability");
    }

    /** A scalar that is never null. */
    public static Scalar required(ScalarKind kind) {
        return new Scalar(kind, Nullability.REQUIRED);
    }

    /** A scalar that may be null. */
    public static Scalar nullable(ScalarKind kind) {
        return new Scalar(kind, Nullability.NULLABLE);
    }

    /** Whether it may be null. */
    public boolean isNullable() {
        return nullability == Nullability.NULLABLE;
    }

    /** Whether a presence byte precedes the value. */
    public boolean hasPresenceByte() {
        return isNullable() && kind != ScalarKind.STRING && kind != ScalarKind.BYTES;
    }
}
