package io.millrace.wire;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Type;
import java.util.Objects;

/**
 * A value as a method declares it: a parameter or a result.
 *
 * @param name the name, by which both sides know it
 * @param type the type, without type variables
 * @param annotations carries {@link Alias}, {@link Converted}, {@link Default} and {@link TextForm}
 */
public record DeclaredValue(String name, Type type, AnnotatedElement annotations) {

    /** Refuses null. */
    public DeclaredValue {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(annotations, "annotations");
    }
}
