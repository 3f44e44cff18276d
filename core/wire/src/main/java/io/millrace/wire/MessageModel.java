package io.millrace.wire;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A message class: a record, or a mutable class, of which only the fields matter, those of its superclasses first.
 *
 * @param type the class
 * @param members its fields in order
 */
record MessageModel(Class<?> type, List<Member> members) {
    /**
     * A field of the class.
     *
     * @param name its name
     * @param aliases its earlier names
     * @param shape its type
     * @param field the Java field; its type is a supertype of the shape's if it is declared with a type variable
     * @param defaultValue the value that a reader gets if it was not written
     */
    record Member(String name, List<String> aliases, Shape shape, Field field, Optional<DefaultValue> defaultValue) {
        /** Returns the erased class of the field. */
        Class<?> erased() {
            return field.getType();
        }
    }

    static MessageModel of(Shape.Message shape) {
        Class<?> type = shape.raw();
        List<Member> members = new ArrayList<>();
        TypeVariables variables = new TypeVariables(type, shape.arguments());
        if (type.isRecord()) {
            components(type, variables, members);
        } else {
            fields(type, variables, members);
        }
        return new MessageModel(type, List.copyOf(members));
    }

    MessageForm form() {
        return type.isRecord() ? MessageForm.RECORD : MessageForm.CLASS;
    }

    static List<String> aliases(AnnotatedElement element) {
        Alias alias = element.getAnnotation(Alias.class);
        return alias == null ? List.of() : List.of(alias.value());
    }

    /** Returns the default value that the annotation states, or empty. */
    static Optional<DefaultValue> defaultValue(AnnotatedElement element, Shape shape, String where) {
        Default given = element.getAnnotation(Default.class);
        return given == null ? Optional.empty() : Optional.of(DefaultValue.parse(given.value(), shape, where));
    }

    private static void components(Class<?> type, TypeVariables variables, List<Member> members) {
        for (RecordComponent component : type.getRecordComponents()) {
            String name = component.getName();
            String where = type.getName() + "." + name;
            Shape shape = new Shapes(variables, where).shape(component.getGenericType(), component);
            try {
                members.add(new Member(
                        name,
                        aliases(component),
                        shape,
                        type.getDeclaredField(name),
                        defaultValue(component, shape, where)));
            } catch (NoSuchFieldException e) {
                throw new WireTypeException(
                        "a record has no field for its component type=" + type.getName() + " field=" + name, e);
            }
        }
    }

    private static void fields(Class<?> type, TypeVariables variables, List<Member> members) {
        if (type.getSuperclass() != null && type.getSuperclass() != Object.class) {
            fields(type.getSuperclass(), variables, members);
        }
        for (Field field : type.getDeclaredFields()) {
            int modifiers = field.getModifiers();
            if (Modifier.isStatic(modifiers) || Modifier.isTransient(modifiers) || field.isSynthetic()) {
                continue;
            }
            String where = type.getName() + "." + field.getName();
            if (Modifier.isFinal(modifiers)) {
                throw new WireTypeException("a field of a mutable message is final; make the class a record, or the"
                        + " field transient field=" + where);
            }
            Shape shape = new Shapes(variables, where).shape(field.getGenericType(), field);
            members.add(new Member(field.getName(), aliases(field), shape, field, Optional.empty()));
        }
    }
}
