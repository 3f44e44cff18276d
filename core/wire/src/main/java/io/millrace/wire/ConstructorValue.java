package io.millrace.wire;

import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;

/**
 * The value that the constructor of a mutable class gives a primitive field, for texts that leave the field out. Each
 * use creates a message, since the constructor may set a different value each time.
 *
 * @param model the class
 * @param member the field, a primitive
 * @param types provides the lookups
 */
record ConstructorValue(MessageModel model, MessageModel.Member member, WireTypes types) implements MissingValue {
    @Override
    public void write(BinaryOutput out) {
        Scalars.write(out, ((Shape.Single) member.shape()).kind(), value());
    }

    private Object value() {
        try {
            Lookup lookup = PrivateLookups.lookup(model.type(), types);
            Object fresh = lookup.findConstructor(model.type(), MethodType.methodType(void.class))
                    .invoke();
            Lookup declaring = PrivateLookups.lookup(member.field().getDeclaringClass(), types);
            return declaring.unreflectGetter(member.field()).invoke(fresh);
        } catch (Throwable e) {
            throw new WireException(
                    "the constructor of a message failed type=" + model.type().getName() + " error=" + e, e);
        }
    }
}
