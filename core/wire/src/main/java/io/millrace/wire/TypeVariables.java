package io.millrace.wire;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.HashMap;
import java.util.Map;

/** What a class has made of the type variables of its supertypes: {@code Trades extends Handler<Trade>}. */
final class TypeVariables {
    private final Map<TypeVariable<?>, Type> assigned = new HashMap<>();

    TypeVariables(Class<?> context) {
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

    /** What the variable stands for; its bound where nothing was assigned. */
    Type resolve(TypeVariable<?> variable) {
        Type type = variable;
        for (int hops = 0; type instanceof TypeVariable<?> next; hops++) {
            type = hops < 64 && assigned.containsKey(next) ? assigned.get(next) : next.getBounds()[0];
        }
        return type;
    }
}
