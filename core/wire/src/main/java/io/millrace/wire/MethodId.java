package io.millrace.wire;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Gives a method a number that identifies it. If both writer and reader have one, calls are matched by the number, and
 * the names do not matter.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface MethodId {
    /** Returns the number, at least 1; unique among the methods that are written or read together. */
    int value();
}
