package io.millrace.wire;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Encodes and decodes a row of values in BINARY: the arguments of a method, or its result. Unlike a {@link
 * MethodWriter} it serves methods that return something, and it takes and returns objects. Its schema is that of a
 * call, so that the call can be shown as text. Thread-safe.
 */
public final class ValuesCodec {

    private final Codecs codecs;
    private final String where;
    private final List<DeclaredValue> values;
    private final List<Shape> shapes = new ArrayList<>();
    private final ValueEncoder[] encoders;
    private final CallSchema schema;
    private final ValuesDecoder decoder;

    ValuesCodec(Codecs codecs, String interfaceName, String methodName, List<DeclaredValue> values) {
        this.codecs = codecs;
        this.where = interfaceName + "." + methodName;
        this.values = List.copyOf(values);
        this.encoders = new ValueEncoder[values.size()];
        SchemaBuilder builder = new SchemaBuilder(codecs);
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < encoders.length; i++) {
            DeclaredValue value = values.get(i);
            String at = where + "(" + value.name() + ")";
            Shape shape = new Shapes(new TypeVariables(Object.class), at).shape(value.type(), value.annotations());
            shapes.add(shape);
            try {
                fields.add(new Field(
                        value.name(),
                        builder.type(shape),
                        MessageModel.aliases(value.annotations()),
                        MessageModel.defaultValue(value.annotations(), shape, at)
                                .map(DefaultValue::missing)));
                encoders[i] = encoder(shape);
            } catch (WireTypeException e) {
                throw new WireTypeException(e.getMessage() + " in=" + at, e);
            }
        }
        schema = new CallSchema(interfaceName, methodName, fields, builder.table());
        decoder = decoder(schema);
    }

    private ValueEncoder encoder(Shape shape) {
        return shape instanceof Shape.Single single && single.isPrimitive()
                ? (out, value) -> Scalars.write(out, single.kind(), value)
                : codecs.encoder(shape);
    }

    /** Returns the schema under which the values are written. */
    public CallSchema schema() {
        return schema;
    }

    /**
     * Writes the values.
     *
     * @param out the output; what it holds after an error is undefined
     * @param row the values in order; more are ignored
     * @throws WireException if one of them cannot be written
     */
    public void write(BinaryOutput out, Object... row) {
        int i = 0;
        try {
            for (; i < encoders.length; i++) {
                encoders[i].write(out, row[i]);
            }
        } catch (RuntimeException e) {
            throw WireException.within(e, where, names(), i);
        }
    }

    /**
     * Writes one of the values.
     *
     * @param out the output; what it holds after an error is undefined
     * @param number the position of the value
     * @param value the value
     * @throws WireException if it cannot be written
     */
    public void writeOne(BinaryOutput out, int number, Object value) {
        try {
            encoders[number].write(out, value);
        } catch (RuntimeException e) {
            throw WireException.within(e, where, names(), number);
        }
    }

    private List<String> names() {
        return values.stream().map(DeclaredValue::name).toList();
    }

    /** Returns a decoder of values that were written under this codec's own schema. */
    public ValuesDecoder decoder() {
        return decoder;
    }

    /**
     * Returns a decoder of values that were written under another schema, perhaps of an earlier or later version of the
     * method: values are matched by name or {@link Alias}, and those that are missing have their {@link Default}.
     *
     * @param writer the schema under which they were written
     */
    public ValuesDecoder decoder(CallSchema writer) {
        Resolver resolver = new Resolver(writer.types(), codecs);
        List<Field> written = writer.parameters();
        int[] positions = positions(written);
        ValueDecoder[] decoders = new ValueDecoder[positions.length];
        Object[] defaults = new Object[encoders.length];
        for (int i = 0; i < defaults.length; i++) {
            defaults[i] = missing(i);
        }
        for (int i = 0; i < positions.length; i++) {
            Field field = written.get(i);
            decoders[i] = positions[i] < 0
                    ? resolver.unknownField(where, field)
                    : resolver.decoder(shapes.get(positions[i]), field.type(), MessageForm.RECORD);
        }
        return new ValuesDecoder(where, written.stream().map(Field::name).toList(), positions, decoders, defaults);
    }

    /** Returns for each of the writer's values the position here, or -1; a single value needs no name. */
    private int[] positions(List<Field> written) {
        int[] positions = new int[written.size()];
        if (positions.length == 1 && encoders.length == 1) {
            return positions;
        }
        for (int i = 0; i < positions.length; i++) {
            positions[i] = position(written.get(i).name());
        }
        return positions;
    }

    private int position(String name) {
        for (int i = 0; i < encoders.length; i++) {
            if (values.get(i).name().equals(name)
                    || MessageModel.aliases(values.get(i).annotations()).contains(name)) {
                return i;
            }
        }
        return -1;
    }

    private Object missing(int i) {
        Shape shape = shapes.get(i);
        DeclaredValue value = values.get(i);
        return MessageModel.defaultValue(value.annotations(), shape, where)
                .map(DefaultValue::value)
                .orElseGet(() -> {
                    if (shape instanceof Shape.Single single && single.isPrimitive()) {
                        return zero(single);
                    }
                    return shape instanceof Shape.OptionalValue optional ? empty(optional.raw()) : null;
                });
    }

    private static Object zero(Shape.Single single) {
        return Array.get(Array.newInstance(single.raw(), 1), 0);
    }

    private static Object empty(Class<?> optional) {
        if (optional == OptionalInt.class) {
            return OptionalInt.empty();
        }
        if (optional == OptionalLong.class) {
            return OptionalLong.empty();
        }
        return optional == OptionalDouble.class ? OptionalDouble.empty() : Optional.empty();
    }
}
