package io.millrace.kafka;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says that the text of a parameter, or of a field of it, is a header of the records that a {@link KafkaGateway} makes.
 * Those of the setting {@code headers} win.
 */
@Documented
@Repeatable(AsHeaders.class)
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface AsHeader {
    /** Returns the name of the header. */
    String name();

    /** Returns the field of the parameter, with dots where it is deeper; empty for the parameter itself. */
    String value() default "";
}
