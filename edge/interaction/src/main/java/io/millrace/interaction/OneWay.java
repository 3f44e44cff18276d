package io.millrace.interaction;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a void method whose call does not wait until it was made. Errors of such a call go to the error handler of the
 * server. Without it a void method returns when the service has, or throws what that refused.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface OneWay {}
