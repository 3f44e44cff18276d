package io.millrace.wire;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says how a whole number looks in text: a {@code long} as a moment, as hexadecimal digits or as a short text. On a
 * collection, an array, an optional value or a map it speaks of the elements or values. The form travels with the
 * schema, so text shows it without the class too.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.RECORD_COMPONENT, ElementType.PARAMETER})
public @interface Shown {
    /** The form. */
    NumberForm value();
}
