package io.millrace.interaction;

import io.millrace.wire.Wire;
import io.millrace.wire.WireTypes;
import java.lang.reflect.Type;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The models of interfaces under one allow-list. Any thread may use it. */
final class ModelCache {

    private final WireTypes types;
    private final Wire wire;
    private final Map<Type, InterfaceModel> models = new HashMap<>();

    ModelCache(WireTypes types) {
        this.types = types;
        this.wire = Wire.of(types);
    }

    /**
     * Returns the model of an interface with its type arguments.
     *
     * @throws InteractionException with all that cannot travel
     */
    synchronized InterfaceModel of(Type type) {
        InterfaceModel found = models.get(type);
        if (found != null) {
            return found;
        }
        Map<Type, InterfaceModel> before = new HashMap<>(models);
        InterfaceModel made = new InterfaceModel(type);
        models.put(type, made); // before its methods, which may return it
        try {
            made.fill(this);
        } catch (RuntimeException | Error e) {
            models.clear();
            models.putAll(before);
            throw e;
        }
        return made;
    }

    Wire wire() {
        return wire;
    }

    /** Returns a wire whose allow-list has of a kind of function only those for a state. */
    Wire wireFor(Class<?> function, Type state) {
        List<Class<?>> fitting = types.allowed().stream()
                .filter(each -> !function.isAssignableFrom(each) || fits(each, function, state))
                .toList();
        if (fitting.equals(types.allowed())) {
            return wire;
        }
        return Wire.of(types.only(fitting));
    }

    /** Returns whether the allow-list has a function of a kind for a state. */
    boolean hasAny(Class<?> function, Type state) {
        return types.allowed().stream()
                .anyMatch(each ->
                        function.isAssignableFrom(each) && (function != Visitor.class || fits(each, function, state)));
    }

    private static boolean fits(Class<?> each, Class<?> function, Type state) {
        Type visited = TypeBindings.argument(each, function, 0).orElse(state);
        if (visited.equals(state) || TypeBindings.isOpen(visited) || TypeBindings.isOpen(state)) {
            return true;
        }
        boolean isGeneric = visited instanceof BoundType && TypeBindings.raw(visited) == TypeBindings.raw(state);
        return !isGeneric && TypeBindings.raw(visited).isAssignableFrom(TypeBindings.raw(state));
    }

    WireTypes types() {
        return types;
    }
}
