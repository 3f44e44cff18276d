package io.millrace.wire;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Resolves type variables within one class: those of its supertypes by its declaration ({@code Trades extends
 * Handler<Trade>}), its own by the type arguments where it is used ({@code Page<Trade>}).
 */
final class TypeVariables {
    private final Map<TypeVariable<?>, Type> assigned = new HashMap<>();
    private final Map<TypeVariable<?>, Shape> given = new HashMap<>();

    TypeVariables(Class<?> context) {
        this(context, List.of());
    }

    /** Creates a resolver for a class with type arguments; without arguments its parameters stand for their bounds. */
    TypeVariables(Class<?> context, List<Shape> arguments) {
        TypeVariable<?>[] parameters = context.getTypeParameters();
        for (int i = 0; i < arguments.size(); i++) {
            given.put(parameters[i], arguments.get(i));
        }
        visit(context);
    }

    private void visit(Type type) {
        if (type instanceof ParameterizedType parameterized) {
            Class<?> raw = (Class<?>) parameterized.getRawType();
            TypeVariable<?>[] variables = raw.getTypeParameters();
            Type[] arguments = parameterized.getActualTypeArguments();
            for (int i = 0; i < variables.length; i++) {
                assigned.put(variables[i], arguments[i]);
            }
            visit(raw);
        } else if (type instanceof Class<?> raw) {
            if (raw.getGenericSuperclass() != null) {
                visit(raw.getGenericSuperclass());
            }
            for (Type parent : raw.getGenericInterfaces()) {
                visit(parent);
            }
        }
    }

    /**
     * Returns the type that a variable stands for: its bound if nothing was assigned, the variable itself if {@link
     * #given} has a shape for it.
     */
    Type resolve(TypeVariable<?> variable) {
        Type type = variable;
        for (int hops = 0; type instanceof TypeVariable<?> next && !given.containsKey(next); hops++) {
            type = hops < 64 && assigned.containsKey(next) ? assigned.get(next) : next.getBounds()[0];
        }
        return type;
    }

    /** Returns the shape that was given for a variable, or null. */
    Shape given(Type variable) {
        return variable instanceof TypeVariable<?> ? given.get(variable) : null;
    }
}
