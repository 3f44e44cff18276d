package io.millrace.leaks;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Declares what a test, or each test of a class, may leak, because a library outside Millrace does. */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Tolerates {

    /** Returns regular expressions for the whole names of threads. */
    String[] threads() default {};

    /** Returns regular expressions for the whole paths of open or mapped files. */
    String[] files() default {};

    /** Returns the reason why it cannot be avoided. */
    String because();
}
