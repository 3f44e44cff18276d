package io.millrace.leaks;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Declares that a test, or each test of a class, logs a warning or an error whose text contains {@link #value}. */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
@Repeatable(ExpectedLog.All.class)
public @interface ExpectedLog {

    /** Returns a part of the message as it is logged, or of the logger's name. */
    String value();

    /** Returns whether the test fails if no such record is logged. */
    Occurrence occurs() default Occurrence.ALWAYS;

    /** How sure the record is. */
    enum Occurrence {
        /** A test without the record fails. */
        ALWAYS,
        /** The record may be missing: it depends on timing, or is logged once in a process. */
        PERHAPS
    }

    /** Several expectations of one test. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.METHOD, ElementType.TYPE})
    @interface All {
        /** Returns the expectations. */
        ExpectedLog[] value();
    }
}
