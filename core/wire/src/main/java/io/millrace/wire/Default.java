package io.millrace.wire;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The value of a record component or of a method's parameter that was not written: by a writer that did not know it
 * yet, or in a text that leaves it out. Without it a reader gets null, 0 or false. A component that must be told apart
 * from every value is declared {@code OptionalInt}, {@code Optional} or {@code Integer}; a mutable class says its
 * defaults in its constructor. Text leaves out what is null, so there only primitives of mutable classes have theirs.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.PARAMETER})
public @interface Default {
    /** The value as in YAML text, without quotes: of a single value or an enum, or of an optional one. */
    String value();
}
