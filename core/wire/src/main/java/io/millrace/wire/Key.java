package io.millrace.wire;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a scalar or enum field, or record component, as part of the key of a message. The key identifies what the
 * message is about, such as an instrument or an account. {@link WireFormat#DELTA} writes the changes since the last
 * message with the same key; a class without a key has one key for all its messages.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.RECORD_COMPONENT})
public @interface Key {}
