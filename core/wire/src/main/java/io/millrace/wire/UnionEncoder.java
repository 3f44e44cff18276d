package io.millrace.wire;

import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Encodes a union type: the member's number + 1, then the member. */
final class UnionEncoder implements ValueEncoder {
    private static final int SCAN = 8;

    private final String name;
    private final Class<?>[] classes;
    private final ScalarKind[] kinds;
    private final ValueEncoder[] encoders;
    private final NumberWidth width;
    private final Map<Class<?>, Integer> numbers = new HashMap<>();

    /**
     * Creates an encoder.
     *
     * @param model the union type
     * @param encoders one for each member, in order; not used for scalars
     * @param width how scalars are written
     */
    UnionEncoder(UnionModel model, List<ValueEncoder> encoders, NumberWidth width) {
        List<Shape> members = model.members();
        this.width = width;
        this.name = model.type().getName();
        this.classes = new Class<?>[members.size()];
        this.kinds = new ScalarKind[members.size()];
        this.encoders = encoders.toArray(ValueEncoder[]::new);
        for (int i = 0; i < classes.length; i++) {
            classes[i] = members.get(i).raw();
            kinds[i] = members.get(i) instanceof Shape.Single single ? single.kind() : null;
            numbers.put(classes[i], i);
        }
    }

    @Override
    public void write(BinaryOutput out, Object value) {
        if (value == null) {
            out.writeNull();
            return;
        }
        int number = number(value);
        out.writeUnsigned(number + 1L);
        if (kinds[number] != null) {
            width.write(out, kinds[number], value);
        } else if (encoders[number] instanceof MessageEncoder message) {
            out.enter();
            message.writeFields(out, value);
            out.leave();
        } else {
            encoders[number].write(out, value);
        }
    }

    private int number(Object value) {
        Class<?> type = value.getClass();
        if (classes.length <= SCAN) {
            for (int i = 0; i < classes.length; i++) {
                if (classes[i] == type) {
                    return i;
                }
            }
        }
        Integer number = numbers.get(type);
        if (number == null && value instanceof Enum<?> constant) {
            number = numbers.get(constant.getDeclaringClass());
        }
        if (number == null && value instanceof ZoneId) {
            number = numbers.get(ZoneId.class); // the JDK has private subclasses of ZoneId
        }
        if (number == null) {
            throw new WireTypeException(
                    "a value is not a member of the union type; add its class to the WireTypes of the"
                            + " writer, or to types of the component in a topology union=" + name + " type="
                            + type.getName());
        }
        return number;
    }
}
