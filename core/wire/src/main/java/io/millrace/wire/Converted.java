package io.millrace.wire;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Says that a field, or every value of a class, is written and read through a {@link ScalarConverter}. */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.RECORD_COMPONENT, ElementType.PARAMETER, ElementType.TYPE})
public @interface Converted {
    /** The converter. */
    Class<? extends ScalarConverter<?, ?>> value();
}
