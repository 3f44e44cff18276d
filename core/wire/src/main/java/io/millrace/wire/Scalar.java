package io.millrace.wire;

import java.util.Objects;

/**
 * A single value. A nullable one is preceded by a presence byte, except strings and byte arrays, whose length says it.
 *
 * @param kind what it is
 * @param nullability whether it may be null
 * @param form how it looks in text; {@link NumberForm#DECIMAL} for all that is not a whole number
 */
public record Scalar(ScalarKind kind, Nullability nullability, NumberForm form) implements WireType {
    /** Refuses nulls, and a form that does not fit the kind. */
    public Scalar {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(nullability, "nullability");
        if (!form.fits(kind)) {
            throw new WireTypeException("a value of this kind cannot be shown so kind=" + kind + " form=" + form);
        }
    }

    /** A scalar in the usual form. */
    public Scalar(ScalarKind kind, Nullability nullability) {
        this(kind, nullability, NumberForm.DECIMAL);
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
