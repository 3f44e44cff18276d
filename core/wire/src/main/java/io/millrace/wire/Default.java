package io.millrace.wire;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * States the value of a record component or of a method's parameter that was not written: because the writer did not
 * know it yet, or because a text leaves it out. Without this annotation a reader gets null, 0 or false. If a missing
 * value must differ from every value, declare the component as {@code OptionalInt}, {@code Optional} or {@code
 * Integer}. A mutable class sets its defaults in its constructor; in text, which leaves out nulls, these apply to
 * primitives only.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.PARAMETER})
public @interface Default {
    /** Returns the value of a scalar, an enum or an optional, as in YAML but without quotes. */
    String value();
}
