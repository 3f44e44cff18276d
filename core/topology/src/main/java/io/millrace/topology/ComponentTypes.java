package io.millrace.topology;

import io.millrace.service.ComponentKind;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The classes of the components of a topology, for the checks of sections. Immutable. */
public final class ComponentTypes {
    private final Map<String, ComponentClass> classes;

    ComponentTypes(Map<String, ComponentClass> classes) {
        this.classes = classes;
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
}
