package io.millrace.wire;

import java.util.Objects;

/**
 * The type of a single value. A presence byte precedes a nullable value, except strings and byte arrays, whose length
 * includes null.
 *
 * @param kind the kind of value
 * @param nullability whether it may be null
 * @param form its form in text; {@link NumberForm#DECIMAL} for all kinds that are not whole numbers
 */
public record Scalar(ScalarKind kind, Nullability nullability, NumberForm form) implements WireType {
    /** Whether a scalar may be null; all other values may be null. */
    public enum Nullability {
        /** Never null: a Java primitive, or a scalar that is a member of a union type. */
        REQUIRED,
        /** May be null. */
        NULLABLE
    }

    /** Refuses nulls, and a form that does not fit the kind. */
    public Scalar {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(nullability, "nullability");
        if (!form.fits(kind)) {
            throw new WireTypeException("a kind of scalar cannot have this text form kind=" + kind + " form=" + form);
        }
    }

    /** Creates a scalar with the form {@link NumberForm#DECIMAL}. */
    public Scalar(ScalarKind kind, Nullability nullability) {
        this(kind, nullability, NumberForm.DECIMAL);
    }

    /** Returns a scalar that is never null. */
    public static Scalar required(ScalarKind kind) {
        return new Scalar(kind, Nullability.REQUIRED);
    }

    /** Returns a scalar that may be null. */
    public static Scalar nullable(ScalarKind kind) {
        return new Scalar(kind, Nullability.NULLABLE);
    }

    /** Returns whether it may be null. */
    public boolean isNullable() {
        return nullability == Nullability.NULLABLE;
    }

    /** Returns whether a presence byte precedes the value. */
    public boolean hasPresenceByte() {
        return isNullable() && kind != ScalarKind.STRING && kind != ScalarKind.BYTES;
    }
}
