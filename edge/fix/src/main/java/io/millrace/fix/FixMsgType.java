package io.millrace.fix;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * States which message of FIX a class is, or a method of an interface takes. On a method it counts more than on the
 * class of its parameter, so that one class can be several messages.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface FixMsgType {
    /** Returns the value of MsgType (35), such as {@code D}. */
    String value();
}
