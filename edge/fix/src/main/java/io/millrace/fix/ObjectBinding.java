package io.millrace.fix;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.util.Objects;

/** A member that is an object of one value: text, bytes, a decimal number, a date, a constant of an enum. */
final class ObjectBinding extends FieldBinding {

    private final ObjectForm form;
    private final Object initial;
    private final MethodHandle getter;
    private final MethodHandle setter;
    private int lengthTag;

    ObjectBinding(BoundField field, ObjectForm form) {
        super(field);
        this.form = form;
        initial = field.initial();
        getter = field.getter().asType(MethodType.methodType(Object.class, Object.class));
        setter = field.setter().asType(MethodType.methodType(void.class, Object.class, Object.class));
    }

    @Override
    void restart() {
        form.restart();
    }

    @Override
    void read(FixMessage message, int at, int to, Object target) {
        set(target, form.read(message, at, tag()));
    }

    @Override
    void clear(Object target) {
        set(target, form.cleared(initial));
    }

    @Override
    boolean isAbsent(Object target) {
        Object value = get(target);
        return value == null || form.isEmpty(value) || Objects.equals(value, initial);
    }

    @Override
    void order(FixMembers members, int slot, String message) {
        boolean data = members.field(slot).type() == FixType.DATA;
        FixType before = data && slot > 0 ? members.field(slot - 1).type() : FixType.DATA;
        lengthTag = before == FixType.COUNT || before == FixType.INT
                ? members.field(slot - 1).tag()
                : 0;
    }

    /** Returns the tag of the field before it that has its length, which is written with it, or 0. */
    int lengthTag() {
        return lengthTag;
    }

    @Override
    void write(FixWriter out, Object target, FixTime.Precision precision) {
        Object value = get(target);
        if (value == null || form.isEmpty(value)) {
            throw FixValueException.written("a required field has no value", tag(), null, null)
                    .in(where());
        }
        if (lengthTag != 0) {
            out.put(lengthTag, ObjectForms.lengthOf(value));
        }
        try {
            form.write(out, tag(), value, precision);
        } catch (IllegalArgumentException | ArithmeticException | IndexOutOfBoundsException e) {
            throw FixValueException.written("a value cannot be a field of FIX", tag(), value, e)
                    .in(where());
        }
    }

    private Object get(Object target) {
        try {
            return (Object) getter.invokeExact(target);
        } catch (Throwable e) {
            throw thrown(e);
        }
    }

    private void set(Object target, Object value) {
        try {
            setter.invokeExact(target, value);
        } catch (Throwable e) {
            throw thrown(e);
        }
    }
}
