package io.millrace.interaction;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the type variables of a type and of its supertypes stand for. */
final class TypeBindings {

    private final Map<TypeVariable<?>, Type> bound = new HashMap<>();

    private TypeBindings() {}

    static TypeBindings of(Type type) {
        TypeBindings bindings = new TypeBindings();
        bindings.visit(type);
        return bindings;
    }

    /** Returns the class of a type; {@code Object} for a type variable. */
    static Class<?> raw(Type type) {
        return switch (type) {
            case Class<?> raw -> raw;
            case ParameterizedType parameterized -> (Class<?>) parameterized.getRawType();
            case GenericArrayType array -> raw(array.getGenericComponentType()).arrayType();
            case WildcardType wildcard -> raw(wildcard.getUpperBounds()[0]);
            default -> Object.class;
        };
    }

    /** Returns what a generic supertype of a class has as argument, or empty where the class leaves it open. */
    static Optional<Type> argument(Class<?> type, Class<?> supertype, int position) {
        Type found = of(type).resolve(supertype.getTypeParameters()[position]);
        return found instanceof TypeVariable<?> ? Optional.empty() : Optional.of(found);
    }

    private void visit(Type type) {
        Class<?> raw = raw(type);
        if (type instanceof ParameterizedType parameterized) {
            TypeVariable<?>[] variables = raw.getTypeParameters();
            Type[] arguments = parameterized.getActualTypeArguments();
            for (int i = 0; i < variables.length; i++) {
                bound.put(variables[i], resolve(arguments[i]));
            }
        }
        if (raw.getGenericSuperclass() != null) {
            visit(raw.getGenericSuperclass());
        }
        for (Type parent : raw.getGenericInterfaces()) {
            visit(parent);
        }
    }

    /** Returns a type whose bound variables are replaced; wildcards by their bounds. */
    Type resolve(Type type) {
        return switch (type) {
            case TypeVariable<?> variable -> bound.getOrDefault(variable, variable);
            case WildcardType wildcard -> {
                Type[] lower = wildcard.getLowerBounds();
                yield resolve(lower.length > 0 ? lower[0] : wildcard.getUpperBounds()[0]);
            }
            case GenericArrayType array -> {
                Type component = resolve(array.getGenericComponentType());
                yield component instanceof Class<?> raw ? raw.arrayType() : new BoundArray(component);
            }
            case ParameterizedType parameterized -> {
                List<Type> arguments = new ArrayList<>();
                for (Type argument : parameterized.getActualTypeArguments()) {
                    arguments.add(resolve(argument));
                }
                yield new BoundType((Class<?>) parameterized.getRawType(), arguments);
            }
            default -> type;
        };
    }

    /** Returns whether a type has a variable that is not bound. */
    static boolean isOpen(Type type) {
        return switch (type) {
            case TypeVariable<?> _ -> true;
            case ParameterizedType parameterized -> {
                for (Type argument : parameterized.getActualTypeArguments()) {
                    if (isOpen(argument)) {
                        yield true;
                    }
                }
                yield false;
            }
            case GenericArrayType array -> isOpen(array.getGenericComponentType());
            default -> false;
        };
    }
}
