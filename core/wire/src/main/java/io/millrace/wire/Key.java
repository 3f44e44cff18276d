package io.millrace.wire;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A scalar or enum field, or record component, that says with the others so marked which thing a message is about: an
 * instrument, an account. {@link WireFormat#DELTA} writes how a message differs from the last one with the same key;
 * without any key it is the last one of the same class.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.RECORD_COMPONENT})
public @interface Key {}
