package io.millrace.fix;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** States which value of a field of FIX a constant of an enum stands for. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface FixCode {
    /** Returns the value as it is in messages, such as {@code 1} for the side of a buyer. */
    String value();
}
