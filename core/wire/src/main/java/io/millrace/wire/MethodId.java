package io.millrace.wire;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The number of a method, which identifies it in place of its name: where writer and reader both have one, calls are
 * matched by it, whatever the methods are called. A default method that has one is written as a call, and not run, by a
 * method writer.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface MethodId {
    /** The number, at least 1; once among the methods that are written or read together. */
    int value();
}
