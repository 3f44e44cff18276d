package io.millrace.fix;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Makes the binding of a class from its annotations {@link FixTag}. */
final class BindingFactory {

    private final Deque<Class<?>> within = new ArrayDeque<>();

    private BindingFactory() {}

    /** Returns a binding of its own for a record or a mutable class; throws {@link FixBindingException}. */
    static MessageBinding of(Class<?> type) {
        return new BindingFactory().binding(type, true);
    }

    /** Returns a binding; objects that can be set again are {@code reused}, unless a record is to keep them. */
    private MessageBinding binding(Class<?> type, boolean reused) {
        if (within.contains(type) || within.size() > FixMessage.DEEPEST_GROUP) {
            throw new FixBindingException(
                    "a class contains itself, or groups are nested too deeply type=" + type.getName());
        }
        within.push(type);
        Lookup lookup = lookup(type);
        try {
            return type.isRecord() ? ofRecord(type, lookup) : ofClass(type, lookup, reused);
        } catch (ReflectiveOperationException e) {
            throw new FixBindingException("a class cannot be bound type=" + type.getName(), e);
        } finally {
            within.pop();
        }
    }

    static Lookup lookup(Class<?> type) {
        try {
            BindingFactory.class.getModule().addReads(type.getModule());
            return MethodHandles.privateLookupIn(type, MethodHandles.lookup());
        } catch (IllegalAccessException e) {
            throw new FixBindingException(
                    "the module does not open the package to io.millrace.fix type=" + type.getName() + " module="
                            + type.getModule(),
                    e);
        }
    }

    private MessageBinding ofRecord(Class<?> type, Lookup lookup) throws ReflectiveOperationException {
        RecordComponent[] components = type.getRecordComponents();
        List<FieldBinding> fields = new ArrayList<>();
        MethodType shape = MethodType.methodType(void.class);
        for (int i = 0; i < components.length; i++) {
            RecordComponent component = components[i];
            shape = shape.appendParameterTypes(component.getType());
            if (component.isAnnotationPresent(FixTag.class)) {
                MethodHandle setter =
                        MethodHandles.insertArguments(MethodHandles.arrayElementSetter(Object[].class), 1, i);
                MethodType typed = MethodType.methodType(void.class, Object[].class, component.getType());
                MethodHandle getter = lookup.unreflect(component.getAccessor());
                fields.add(field(
                        component,
                        type.getName() + "." + component.getName(),
                        component.getType(),
                        component.getGenericType(),
                        null,
                        getter.asType(getter.type().changeParameterType(0, Object.class)),
                        setter.asType(typed).asType(typed.changeParameterType(0, Object.class)),
                        false));
            }
        }
        require(type, fields);
        MethodHandle constructor = lookup.findConstructor(type, shape);
        MethodHandle defaulted = withDefaults(constructor);
        return new MessageBinding(
                type,
                defaulted
                        .asSpreader(Object[].class, components.length)
                        .asType(MethodType.methodType(Object.class, Object[].class)),
                fields);
    }

    /** Returns the constructor with boxed parameters, where null is 0 of a primitive. */
    private static MethodHandle withDefaults(MethodHandle constructor) {
        return MethodHandles.explicitCastArguments(
                constructor, constructor.type().generic().changeReturnType(Object.class));
    }

    private MessageBinding ofClass(Class<?> type, Lookup lookup, boolean reused) throws ReflectiveOperationException {
        if (type.isInterface() || type.isEnum() || Modifier.isAbstract(type.getModifiers())) {
            throw new FixBindingException("only records and classes are messages type=" + type.getName());
        }
        MethodHandle constructor = constructor(type, lookup);
        Object prototype;
        try {
            prototype = constructor.invoke();
        } catch (Throwable e) {
            throw new FixBindingException("the constructor of a class throws type=" + type.getName(), e);
        }
        List<FieldBinding> fields = new ArrayList<>();
        for (Class<?> holder = type; holder != Object.class; holder = holder.getSuperclass()) {
            Lookup inHolder = holder == type ? lookup : lookup(holder);
            for (Field member : holder.getDeclaredFields()) {
                if (member.isAnnotationPresent(FixTag.class)) {
                    fields.add(ofMember(member, inHolder, prototype, reused));
                }
            }
        }
        require(type, fields);
        return new MessageBinding(type, constructor.asType(MethodType.methodType(Object.class)), fields);
    }

    private static MethodHandle constructor(Class<?> type, Lookup lookup) throws IllegalAccessException {
        try {
            return lookup.findConstructor(type, MethodType.methodType(void.class));
        } catch (NoSuchMethodException e) {
            throw new FixBindingException(
                    "a class is neither a record nor has a constructor without parameters type=" + type.getName(), e);
        }
    }

    private FieldBinding ofMember(Field member, Lookup lookup, Object prototype, boolean reused)
            throws ReflectiveOperationException {
        String where = member.getDeclaringClass().getName() + "." + member.getName();
        if (Modifier.isStatic(member.getModifiers()) || Modifier.isFinal(member.getModifiers())) {
            throw new FixBindingException("a member that holds a field is static or final field=" + where);
        }
        MethodHandle getter = lookup.unreflectGetter(member);
        MethodHandle setter = lookup.unreflectSetter(member);
        getter = getter.asType(getter.type().changeParameterType(0, Object.class));
        Object initial;
        try {
            initial = getter.invoke(prototype);
        } catch (Throwable e) {
            throw FieldBinding.thrown(e);
        }
        return field(
                member,
                where,
                member.getType(),
                member.getGenericType(),
                initial,
                getter,
                setter.asType(setter.type().changeParameterType(0, Object.class)),
                reused);
    }

    private FieldBinding field(
            AnnotatedElement member,
            String where,
            Class<?> type,
            Type generic,
            Object initial,
            MethodHandle getter,
            MethodHandle setter,
            boolean reused) {
        BoundField field = BoundField.of(member, where, type, generic, initial, getter, setter);
        if (type.isPrimitive()) {
            return new NumberBinding(field);
        }
        if (type == List.class
                && generic instanceof ParameterizedType list
                && list.getActualTypeArguments()[0] instanceof Class<?> element
                && !element.isEnum()) {
            return new GroupBinding(field, binding(element, reused), reused);
        }
        return new ObjectBinding(field, ObjectForms.of(field, reused));
    }

    private static void require(Class<?> type, List<FieldBinding> fields) {
        if (fields.isEmpty()) {
            throw new FixBindingException("a class has no member that holds a field of FIX type=" + type.getName());
        }
    }
}
