package io.millrace.wire;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Asks the annotation processor of {@code millrace-codegen} to write, when the class is compiled, the codecs of a
 * record or a mutable class for BINARY, RAW and DELTA, or the method writers and readers of an interface. They are used
 * in place of what is otherwise generated when the class is first met, and do the same. The class, its fields or
 * accessors and its constructor must be visible in its package. Where no processor has run, or the class has changed
 * since, the annotation does nothing.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Precompiled {}
