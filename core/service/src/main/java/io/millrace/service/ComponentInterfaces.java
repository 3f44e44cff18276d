package io.millrace.service;

import io.millrace.wire.CallHooks;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Finds the interfaces whose calls a component takes: all that it implements and whose methods return nothing. */
public final class ComponentInterfaces {

    private static final Set<Class<?>> OWN = Set.of(
            ExternalSource.class,
            Gateway.class,
            Snapshotting.class,
            PeriodClosing.class,
            Counting.class,
            CallHooks.UnknownCallHandler.class,
            Timed.class,
            Task.class,
            ServiceTask.class);

    private ComponentInterfaces() {}

    static Class<?>[] of(Object component) {
        List<Class<?>> calls = of(component.getClass());
        if (component instanceof Snapshotting<?> snapshotting) {
            calls.remove(snapshotting.snapshotType());
        }
        if (component instanceof PeriodClosing<?> closing) {
            calls.remove(closing.openingType());
        }
        return calls.toArray(Class<?>[]::new);
    }

    /** Finds them without an object, and so with that of a snapshot where the class has one. */
    public static List<Class<?>> of(Class<?> component) {
        Set<Class<?>> found = new LinkedHashSet<>();
        for (Class<?> type = component; type != null; type = type.getSuperclass()) {
            collect(type, found);
        }
        List<Class<?>> calls = new ArrayList<>();
        for (Class<?> type : found) {
            if (!type.getName().startsWith("java.") && !OWN.contains(type) && onlyReturnsNothing(type)) {
                calls.add(type);
            }
        }
        return calls;
    }

    private static void collect(Class<?> type, Set<Class<?>> found) {
        for (Class<?> implemented : type.getInterfaces()) {
            if (found.add(implemented)) {
                collect(implemented, found);
            }
        }
    }

    private static boolean onlyReturnsNothing(Class<?> type) {
        boolean some = false;
        for (Method method : type.getMethods()) {
            if (Modifier.isAbstract(method.getModifiers())) {
                if (method.getReturnType() != void.class) {
                    return false;
                }
                some = true;
            }
        }
        return some;
    }
}
