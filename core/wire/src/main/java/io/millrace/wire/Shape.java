package io.millrace.wire;

import java.util.List;

/** The Java type of a value; the counterpart of {@link WireType}. */
sealed interface Shape {
    /** Returns the class of the field, parameter or element. */
    Class<?> raw();

    /** A scalar and its form in text; required if the class is a primitive. */
    record Single(Class<?> raw, ScalarKind kind, NumberForm form) implements Shape {
        Single(Class<?> raw, ScalarKind kind) {
            this(raw, kind, NumberForm.DECIMAL);
        }

        boolean isPrimitive() {
            return raw.isPrimitive();
        }

        /** Returns whether it is text or bytes that are held in another form than a string or an array. */
        boolean isView() {
            return (kind == ScalarKind.STRING && raw != String.class) || raw == Bytes.class;
        }
    }

    /** An enum. */
    record Enumeration(Class<?> raw) implements Shape {}

    /** A record or a mutable class, and its type arguments; empty if they are not stated. */
    record Message(Class<?> raw, List<Shape> arguments) implements Shape {
        Message(Class<?> raw) {
            this(raw, List.of());
        }
    }

    /** A sealed type, {@code Object}, or an open type with members on the allow-list. */
    record Union(Class<?> raw, List<Shape> arguments) implements Shape {
        Union(Class<?> raw) {
            this(raw, List.of());
        }
    }

    /** A list, set or array. */
    record Sequence(Class<?> raw, Form form, Shape element) implements Shape {}

    /** A map. */
    record Mapping(Class<?> raw, Shape key, Shape value) implements Shape {}

    /**
     * {@code Optional}, {@code OptionalInt}, {@code OptionalLong} or {@code OptionalDouble}; the empty value is written
     * as null.
     */
    record OptionalValue(Class<?> raw, Shape value) implements Shape {}

    /** A value of any class that is written as a scalar. */
    record Converted(Class<?> raw, Class<? extends ScalarConverter<?, ?>> converter, Single wire) implements Shape {}

    /** The kinds of sequences. */
    enum Form {
        LIST,
        SET,
        ARRAY
    }
}
