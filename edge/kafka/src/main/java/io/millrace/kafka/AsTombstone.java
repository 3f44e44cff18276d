package io.millrace.kafka;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says that a call of a method is a record without a value, which deletes its key in a compacted topic. Each parameter
 * is key, header, time or partition of the record. A {@link KafkaGateway} publishes such calls, also where the setting
 * {@code tombstones} names the method; a {@link KafkaSource} makes such a call of a record without a value.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface AsTombstone {}
