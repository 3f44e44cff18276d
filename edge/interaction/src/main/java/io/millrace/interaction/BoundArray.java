package io.millrace.interaction;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Type;

/** An array of a generic class. */
record BoundArray(Type component) implements GenericArrayType {

    @Override
    public Type getGenericComponentType() {
        return component;
    }

    @Override
    public String toString() {
        return component.getTypeName() + "[]";
    }
}
