package io.millrace.wire;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Selects the form of a whole number in text: for example a {@code long} as a moment, in hexadecimal or as a short
 * text. On a collection, an array, an optional value or a map it applies to the elements or values. The schema contains
 * the form, so it is used even where the class is missing.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.RECORD_COMPONENT, ElementType.PARAMETER})
public @interface TextForm {
    /** Returns the form. */
    NumberForm value();
}
