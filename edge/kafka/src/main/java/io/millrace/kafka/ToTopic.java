package io.millrace.kafka;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says to which topic a {@link KafkaGateway} publishes the calls of a method, or of all methods of an interface that
 * have none of their own. The settings {@code topic} and {@code topics} win.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface ToTopic {
    /** Returns the name of the topic. */
    String value();
}
