package io.millrace.fix;

import io.millrace.wire.NumberForm;
import io.millrace.wire.TextForm;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Type;

/**
 * A member of a class that holds a field of FIX.
 *
 * @param tag the tag of the field
 * @param decimals the decimal places of a whole number, or -1
 * @param required whether each message has the field
 * @param where the full name of the member, for errors
 * @param type the class of the member
 * @param generic the class with its arguments
 * @param form how text shows a whole number
 * @param initial what the constructor gives the member, null in a record
 * @param getter takes the object of the class and returns the value
 * @param setter takes the object of the class, or for a record the array of its components, and the value
 */
record BoundField(
        int tag,
        int decimals,
        boolean required,
        String where,
        Class<?> type,
        Type generic,
        NumberForm form,
        Object initial,
        MethodHandle getter,
        MethodHandle setter) {

    static BoundField of(
            AnnotatedElement member,
            String where,
            Class<?> type,
            Type generic,
            Object initial,
            MethodHandle getter,
            MethodHandle setter) {
        FixTag tag = member.getAnnotation(FixTag.class);
        TextForm form = member.getAnnotation(TextForm.class);
        if (tag.value() < 1 || tag.decimals() < -1 || tag.decimals() > FixDecimal.MOST_PLACES) {
            throw new FixBindingException("a tag or its decimals are out of range field=" + where + " tag="
                    + tag.value() + " decimals=" + tag.decimals());
        }
        return new BoundField(
                tag.value(),
                tag.decimals(),
                tag.required(),
                where,
                type,
                generic,
                form == null ? NumberForm.DECIMAL : form.value(),
                initial,
                getter,
                setter);
    }

    FixBindingException error(String problem) {
        return new FixBindingException(problem + " field=" + where + " type=" + generic.getTypeName() + " tag=" + tag);
    }
}
