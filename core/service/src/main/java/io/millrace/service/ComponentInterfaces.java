package io.millrace.service;

import io.millrace.wire.CallHooks;
import io.millrace.wire.OfferedCall.Kind;
import io.millrace.wire.Wire;
import io.millrace.wire.WireTypeException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds the interfaces whose calls a component takes: all that it implements and whose methods return nothing, or a
 * value that can be recorded.
 */
public final class ComponentInterfaces {

    private static final Set<Class<?>> OWN = Set.of(
            ExternalSource.class,
            Gateway.class,
            Snapshotting.class,
            PeriodClosing.class,
            Counting.class,
            CallHooks.UnknownCallHandler.class,
            Timed.class,
            Caller.class,
            Replies.class,
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
            if (!type.getName().startsWith("java.") && !OWN.contains(type) && isOfCalls(type)) {
                calls.add(type);
            }
        }
        return calls;
    }

    /** Finds them without an object, and without those of snapshots and openings, which no input has. */
    public static List<Class<?>> ofInputs(Class<?> component) {
        List<Class<?>> calls = of(component);
        for (Class<?> type = component; type != null; type = type.getSuperclass()) {
            for (Type implemented : type.getGenericInterfaces()) {
                if (implemented instanceof ParameterizedType found
                        && (found.getRawType() == Snapshotting.class || found.getRawType() == PeriodClosing.class)) {
                    calls.removeIf(call -> call == found.getActualTypeArguments()[0]);
                }
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

    private static boolean isOfCalls(Class<?> type) {
        boolean some = false;
        boolean hasResults = false;
        for (Method method : type.getMethods()) {
            if (Modifier.isAbstract(method.getModifiers())) {
                hasResults |= method.getReturnType() != void.class;
                some = true;
            }
        }
        return some && (!hasResults || isOffered(type));
    }

    private static boolean isOffered(Class<?> type) {
        try {
            return Wire.closed().offeredCalls(type).stream().anyMatch(call -> call.kind() != Kind.APPENDED);
        } catch (WireTypeException _) {
            return false; // something else than calls
        }
    }
}
