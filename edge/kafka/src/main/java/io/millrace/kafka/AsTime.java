package io.millrace.kafka;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says that a parameter, or a field of it, is the time stamp of the record: an {@link java.time.Instant}, or a {@code
 * long} of milliseconds since 1970-01-01T00:00Z. A record keeps milliseconds; what is finer is cut off. A {@link
 * KafkaGateway} writes it, without it or where it is null the time of sending; the setting {@code time} wins. A {@link
 * KafkaSource} reads it where it is a whole parameter.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface AsTime {
    /** Returns the field of the parameter, with dots where it is deeper; empty for the parameter itself. */
    String value() default "";
}
