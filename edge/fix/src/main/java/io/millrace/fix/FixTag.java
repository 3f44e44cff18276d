package io.millrace.fix;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * States which field of a message of FIX a field of a class, or a component of a record, holds. A field of the message
 * that is not there leaves what the constructor of the class gives it, and null or 0 in a record; where it holds that
 * value, it is not written, unless it is required.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.RECORD_COMPONENT})
public @interface FixTag {
    /** A whole number, price or time that is not there, where 0 is a value: no field of FIX can hold it. */
    long NONE = Long.MIN_VALUE;

    /** Returns the tag; for a list, that of the counter of a group. */
    int value();

    /**
     * Returns the decimal places that a {@code long} or {@code int} holds, from 0 to 18: with 4, it is 15,000 for 1.5.
     * With -1, which is the default, it holds a whole number, or a time if it has a text form of one.
     */
    int decimals() default -1;

    /** Returns whether each message, or each entry of the group, has the field. */
    boolean required() default false;
}
