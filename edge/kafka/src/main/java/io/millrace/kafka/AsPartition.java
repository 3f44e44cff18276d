package io.millrace.kafka;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says that a parameter, or a field of it, is the number of the partition of the records that a {@link KafkaGateway}
 * makes. The setting {@code partition} wins.
 *
 * <p>Where it is for a whole parameter, a {@link KafkaSource} reads the parameter from there, and in the formats that
 * carry no schema the value of the record has only the other parameters.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface AsPartition {
    /** Returns the field of the parameter, with dots where it is deeper; empty for the parameter itself. */
    String value() default "";
}
