package io.millrace.topology;

import io.millrace.service.ComponentInterfaces;
import io.millrace.service.ComponentKind;
import io.millrace.wire.CallSchema;
import io.millrace.wire.OfferedCall;
import io.millrace.wire.Wire;
import io.millrace.wire.WireTypes;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The classes of the components of a topology, for the checks of sections. Immutable. */
public final class ComponentTypes {
    private final Map<String, ComponentClass> classes;
    private final Map<String, Map<String, Object>> arguments;
    private final Map<String, WireTypes> types;

    ComponentTypes(
            Map<String, ComponentClass> classes,
            Map<String, Map<String, Object>> arguments,
            Map<String, WireTypes> types) {
        this.classes = classes;
        this.arguments = arguments;
        this.types = types;
    }

    /** Returns the class of a component, which the topology has. */
    public Class<?> type(String component) {
        return classes.get(component).type();
    }

    /** Returns what a component is. */
    public ComponentKind kind(String component) {
        return classes.get(component).kind();
    }

    /** Returns the names of the methods that a component may call on its outputs, in alphabetical order. */
    public Set<String> calls(String component) {
        Set<String> names = new TreeSet<>();
        for (Method method : classes.get(component).outputMethods()) {
            names.add(method.getName());
        }
        return names;
    }

    /** Returns the value of an argument of a component as its constructor gets it; empty where it has no such one. */
    public Optional<Object> argument(String component, String name) {
        return Optional.ofNullable(arguments.get(component).get(name));
    }

    /** Returns the further types that the calls of a component may have. */
    public WireTypes types(String component) {
        return types.get(component);
    }

    /** Returns the calls that a component may write; empty where it may write any. */
    public Optional<List<CallSchema>> written(String component) {
        ComponentClass found = classes.get(component);
        return found.writesAny() ? Optional.empty() : Optional.of(calls(component, found.outputs()));
    }

    /** Returns the calls that a component takes from its inputs or from clients, without queries. */
    public List<CallSchema> taken(String component) {
        return calls(component, ComponentInterfaces.ofInputs(type(component)));
    }

    private List<CallSchema> calls(String component, List<Class<?>> interfaces) {
        return Wire.of(types(component)).offeredCalls(interfaces.toArray(Class<?>[]::new)).stream()
                .filter(call -> call.kind() != OfferedCall.Kind.QUERIED)
                .map(OfferedCall::call)
                .toList();
    }
}
