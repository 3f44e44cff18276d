package io.millrace.wire;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Earlier names of a field, a record component, an enum constant, a type, a method or a parameter, under which it may
 * be read.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.RECORD_COMPONENT, ElementType.TYPE, ElementType.METHOD, ElementType.PARAMETER})
public @interface Alias {
    /** The earlier names; those of types are full class names. */
    String[] value();
}
