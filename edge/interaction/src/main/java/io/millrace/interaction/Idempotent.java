package io.millrace.interaction;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a method that may be called twice instead of once, as one that only reads. A {@link ReconnectingClient} asks
 * again where a connection was lost before the answer came. The method returns a value; where it takes a visitor, a
 * call with an {@link UpdateVisitor} is not asked again.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Idempotent {}
