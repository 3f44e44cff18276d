package io.millrace.wire;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Lists earlier names of a field, a record component, an enum constant, a type, a method or a parameter. A reader
 * accepts data that was written under an earlier name.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.RECORD_COMPONENT, ElementType.TYPE, ElementType.METHOD, ElementType.PARAMETER})
public @interface Alias {
    /** Returns the earlier names; for a type, full class names. */
    String[] value();
}
