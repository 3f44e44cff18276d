package io.millrace.testing;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Changes whatever can be changed in a message: the fields of mutable classes, the elements of arrays and
 * collections, and what those and the fields of records refer to. A component that has kept any of it will answer
 * differently.
 */
final class Scribbler {
    private static final int GARBAGE = 0x5C;

    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    void scribble(Object message) {
        seen.clear();
        visit(message);
    }

    private void visit(Object value) {
        if (value == null || isFixed(value.getClass()) || !seen.add(value)) {
            return;
        }
        if (value.getClass().isArray()) {
            array(value);
        } else if (value instanceof Collection<?> collection) {
            new ArrayList<>(collection).forEach(this::visit);
            empty(collection::clear);
        } else if (value instanceof Map<?, ?> map) {
            new ArrayList<>(map.values()).forEach(this::visit);
            empty(map::clear);
        } else {
            fields(value);
        }
    }

    /** Classes of the JDK that are not collections are values; so are constants. */
    private static boolean isFixed(Class<?> type) {
        return type.isEnum()
                || Enum.class.isAssignableFrom(type)
                || (type.getName().startsWith("java.")
                        && !Collection.class.isAssignableFrom(type)
                        && !Map.class.isAssignableFrom(type));
    }

    /** Clears a collection; one that cannot be changed needs no scribbling. */
    private static void empty(Runnable clear) {
        try {
            clear.run();
        } catch (UnsupportedOperationException e) {
            return;
        }
    }

    private void array(Object array) {
        Class<?> element = array.getClass().getComponentType();
        for (int i = 0; i < Array.getLength(array); i++) {
            if (!element.isPrimitive()) {
                visit(Array.get(array, i));
            }
            Array.set(array, i, garbage(element, Array.get(array, i)));
        }
    }

    private void fields(Object message) {
        for (Class<?> level = message.getClass(); level != Object.class; level = level.getSuperclass()) {
            for (Field field : Arrays.asList(level.getDeclaredFields())) {
                if (Modifier.isStatic(field.getModifiers())) {
                    continue;
                }
                try {
                    field.setAccessible(true);
                    Object value = field.get(message);
                    if (!field.getType().isPrimitive()) {
                        visit(value);
                    }
                    if (!Modifier.isFinal(field.getModifiers())) {
                        field.set(message, garbage(field.getType(), value));
                    }
                } catch (IllegalAccessException e) {
                    throw new TestingException(
                            "a field cannot be scribbled over type=" + level.getName() + " field=" + field.getName(),
                            e);
                }
            }
        }
    }

    private static Object garbage(Class<?> type, Object value) {
        return switch (value) {
            case null -> null;
            case Boolean is -> !is;
            case Byte number -> (byte) (number ^ GARBAGE);
            case Short number -> (short) (number ^ GARBAGE);
            case Character number -> (char) (number ^ GARBAGE);
            case Integer number -> number ^ GARBAGE;
            case Long number -> number ^ GARBAGE;
            case Float number -> -number - GARBAGE;
            case Double number -> -number - GARBAGE;
            case String text -> "scribbled " + text;
            // What it refers to was visited, and a component that reads the reference from here will see that it is
            // gone.
            default -> type.isPrimitive() ? value : null;
        };
    }
}
