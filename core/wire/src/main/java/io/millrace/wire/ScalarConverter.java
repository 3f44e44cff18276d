package io.millrace.wire;

/**
 * Converts a Java value to a scalar and back, for types that this module does not support. {@link Converted} names the
 * class, which must have a constructor without parameters. Thread-safe.
 *
 * @param <V> the Java type, boxed if the field is a primitive
 * @param <S> the Java class of a scalar, for example {@code Long} or {@code String}
 */
public interface ScalarConverter<V, S> {
    /**
     * Converts a value to the scalar that is written.
     *
     * @param value the Java value, not null
     * @return the scalar, not null
     */
    S toWire(V value);

    /**
     * Converts a scalar to the Java value. An exception becomes the cause of a {@link WireException}.
     *
     * @param written the scalar, not null
     * @return the Java value, not null
     */
    V fromWire(S written);
}
