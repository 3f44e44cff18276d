package io.millrace.interaction;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.List;
import java.util.stream.Collectors;

/** A generic class with its type arguments. */
record BoundType(Class<?> raw, List<Type> arguments) implements ParameterizedType {

    BoundType {
        arguments = List.copyOf(arguments);
    }

    @Override
    public Type[] getActualTypeArguments() {
        return arguments.toArray(Type[]::new);
    }

    @Override
    public Type getRawType() {
        return raw;
    }

    @Override
    public Type getOwnerType() {
        return raw.getDeclaringClass();
    }

    @Override
    public String toString() {
        return raw.getName() + arguments.stream().map(Type::getTypeName).collect(Collectors.joining(", ", "<", ">"));
    }
}
