package io.millrace.wire;

/**
 * Makes a single value of the wire of a Java value and back, for types that the wire does not know. Named by
 * {@link Converted}; a class with a constructor without parameters. Safe to share between threads.
 *
 * @param <V> the Java type, boxed where the field is a primitive
 * @param <S> the type that is written: one of those that the wire has as single values, {@code Long} or {@code String}
 *     for example
 */
public interface ScalarConverter<V, S> {
    /**
     * The value that is written.
     *
     * @param value the Java value, not null
     * @return the value on the wire, not null
     */
    S toWire(V value);

    /**
     * The Java value; what is thrown becomes the cause of a {@link WireException}.
     *
     * @param written the value on the wire, not null
     * @return the Java value, not null
     */
    V fromWire(S written);
}
