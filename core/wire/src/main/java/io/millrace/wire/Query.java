package io.millrace.wire;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a method of a component's input interface that only reads: it returns a value and changes nothing. A query is
 * made between two inputs by the component's own thread; it is not recorded, and a replay knows nothing of it.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Query {}
