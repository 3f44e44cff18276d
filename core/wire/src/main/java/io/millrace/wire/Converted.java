package io.millrace.wire;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Selects a {@link ScalarConverter} with which a field, or every value of a class, is written and read. */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.RECORD_COMPONENT, ElementType.PARAMETER, ElementType.TYPE})
public @interface Converted {
    /** Returns the class of the converter. */
    Class<? extends ScalarConverter<?, ?>> value();
}
