package io.millrace.jdbc;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A type that rows may become: a record, a mutable class with a constructor without parameters, or a scalar.
 * Immutable.
 */
final class RowType {
    /** One value of a row. */
    record Field(String name, Class<?> type) {}

    private final Class<?> type;
    private final List<Field> fields;
    private final Constructor<?> constructor;
    private final List<java.lang.reflect.Field> members;

    private RowType(
            Class<?> type, List<Field> fields, Constructor<?> constructor, List<java.lang.reflect.Field> members) {
        this.type = type;
        this.fields = List.copyOf(fields);
        this.constructor = constructor;
        this.members = List.copyOf(members);
    }

    static RowType of(Class<?> type) {
        if (Columns.knows(type)) {
            return new RowType(type, List.of(new Field("value", type)), null, List.of());
        }
        RowType rowType;
        try {
            rowType = type.isRecord() ? ofRecord(type) : ofClass(type);
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new JdbcException(
                    "a result type must be a record, a class with a constructor without parameters, or a scalar, and"
                            + " open to"
                            + " this module type=" + type.getName(),
                    e);
        }
        for (Field field : rowType.fields) {
            if (!Columns.knows(field.type())) {
                throw new JdbcException("a field of a result type must be a scalar type=" + type.getName() + " field="
                        + field.name() + " fieldType=" + field.type().getTypeName());
            }
        }
        return rowType;
    }

    private static RowType ofRecord(Class<?> type) throws ReflectiveOperationException {
        List<Field> fields = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            fields.add(new Field(component.getName(), component.getType()));
        }
        Constructor<?> constructor =
                type.getDeclaredConstructor(fields.stream().map(Field::type).toArray(Class<?>[]::new));
        constructor.setAccessible(true);
        return new RowType(type, fields, constructor, List.of());
    }

    private static RowType ofClass(Class<?> type) throws ReflectiveOperationException {
        List<java.lang.reflect.Field> members = new ArrayList<>();
        for (Class<?> level = type; level != Object.class; level = level.getSuperclass()) {
            Arrays.stream(level.getDeclaredFields())
                    .filter(field -> (field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) == 0)
                    .forEach(members::add);
        }
        members.forEach(member -> member.setAccessible(true));
        Constructor<?> constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        List<Field> fields = members.stream()
                .map(member -> new Field(member.getName(), member.getType()))
                .toList();
        return new RowType(type, fields, constructor, members);
    }

    String name() {
        return type.getName();
    }

    boolean goesBy(String name) {
        return type.getName().equals(name) || type.getSimpleName().equals(name);
    }

    boolean isScalar() {
        return constructor == null;
    }

    List<Field> fields() {
        return fields;
    }

    /** Makes a message of one row; what the constructor throws makes the row one that cannot be converted. */
    Object create(Object[] values) {
        if (isScalar()) {
            return values[0];
        }
        try {
            if (members.isEmpty()) {
                return constructor.newInstance(values);
            }
            Object message = constructor.newInstance();
            for (int i = 0; i < values.length; i++) {
                members.get(i).set(message, values[i]);
            }
            return message;
        } catch (InvocationTargetException e) {
            throw new RefusedException(
                    RefusedException.CONVERSION,
                    "a row is refused by its type type=" + name() + " reason=" + e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new JdbcException("a result type cannot be created type=" + name(), e);
        }
    }
}
