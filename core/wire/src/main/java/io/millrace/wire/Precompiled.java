package io.millrace.wire;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Requests that the annotation processor of {@code millrace-codegen} generates code when the class is compiled: for a
 * record or a mutable class the codecs for BINARY, RAW and DELTA, for an interface the method writers and readers. This
 * code has the same behaviour as the code that is otherwise generated when the class is first used. The class, its
 * fields or accessors and its constructor must be visible in its package. If the processor has not run, or the class
 * has changed since, the annotation has no effect.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Precompiled {}
