package io.millrace.wire;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The value that {@link Default} states, as a Java object and in encoded form.
 *
 * @param value the value as the field holds it, boxed if it is a primitive; immutable
 * @param missing writes the value in encoded form
 */
record DefaultValue(Object value, MissingValue missing) {
    /** Parses the text of an annotation as a value of the shape. */
    static DefaultValue parse(String text, Shape shape, String where) {
        return switch (shape) {
            case Shape.Single single when single.kind() != ScalarKind.BYTES -> scalar(text, single, where);
            case Shape.Enumeration constant -> {
                Object value = EnumModel.of(constant.raw())
                        .constant(text)
                        .orElseThrow(() -> wrong(text, constant.raw().getName(), where));
                yield new DefaultValue(value, out -> out.writeEnum((Enum<?>) value));
            }
            case Shape.OptionalValue optional -> {
                DefaultValue some = parse(text, optional.value(), where);
                Object value = switch (some.value()) {
                    case Integer number when optional.raw() == OptionalInt.class -> OptionalInt.of(number);
                    case Long number when optional.raw() == OptionalLong.class -> OptionalLong.of(number);
                    case Double number when optional.raw() == OptionalDouble.class -> OptionalDouble.of(number);
                    default -> Optional.of(some.value());
                };
                yield new DefaultValue(value, some.missing());
            }
            default ->
                throw wrong(text, "a type without defaults, " + shape.raw().getTypeName(), where);
        };
    }

    private static DefaultValue scalar(String text, Shape.Single single, String where) {
        Scalar type = new Scalar(single.kind(), Scalar.Nullability.REQUIRED, single.form());
        BinaryOutput out = BinaryOutput.allocate(64);
        if (!ScalarText.read(type, text, out)) {
            throw wrong(text, ScalarText.expected(type), where);
        }
        Object value = Scalars.read(BinaryInput.of(out.toByteArray()), single.kind(), null);
        ValueEncoder encoder = new Encoders.OfScalar(single.kind(), NumberWidth.VARIABLE);
        return new DefaultValue(
                value,
                single.isPrimitive()
                        ? missing -> Scalars.write(missing, single.kind(), value)
                        : missing -> encoder.write(missing, value));
    }

    private static WireTypeException wrong(String text, String expected, String where) {
        return new WireTypeException(
                "a default value is invalid value=" + text + " expected=\"" + expected + "\" in=" + where);
    }
}
