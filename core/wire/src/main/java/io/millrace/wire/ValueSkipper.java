package io.millrace.wire;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;

/** Skips and describes values by their schema alone, without Java classes. */
public final class ValueSkipper {
    private static final int MAX_TEXT_CHARS = 100;
    private static final int MAX_NUMBER_BITS = 1_024;

    private ValueSkipper() {}

    /** Skips a value of the schema's root. */
    static void skipRoot(BinaryInput in, Schema schema) {
        if (schema.root() instanceof Reference reference && schema.type(reference) instanceof MessageType message) {
            skipFields(in, message, schema.types());
        } else {
            skip(in, schema.root(), schema.types());
        }
    }

    /**
     * Checks the arguments of a call, which are all that is left of the input: each reader of the call can read them,
     * and they have a text. So each text is UTF-8, nothing that is required is null, no set or map has a value twice,
     * and no number is too long for text.
     *
     * @throws WireException if the bytes are not such arguments
     */
    public static void check(BinaryInput in, CallSchema schema) {
        new ValueChecker(in, schema.types()).check(schema.parameters());
        in.expectEnd();
    }

    /** Skips a value; throws {@link WireException} if the bytes are not a value of the type. */
    public static void skip(BinaryInput in, WireType type, List<NamedType> types) {
        switch (type) {
            case Scalar scalar -> skipScalar(in, scalar);
            case Reference reference -> skipNamed(in, types.get(reference.number()), types);
            case ListType list -> skipAll(in, list.element(), types);
            case SetType set -> skipAll(in, set.element(), types);
            case ArrayType array -> skipAll(in, array.element(), types);
            case MapType map -> {
                for (int i = in.readCount(); i > 0; i--) {
                    skip(in, map.key(), types);
                    skip(in, map.value(), types);
                }
            }
        }
    }

    private static void skipAll(BinaryInput in, WireType element, List<NamedType> types) {
        for (int i = in.readCount(); i > 0; i--) {
            skip(in, element, types);
        }
    }

    private static void skipScalar(BinaryInput in, Scalar scalar) {
        if (!scalar.hasPresenceByte() || in.readPresence()) {
            skipPresent(in, scalar.kind());
        }
    }

    /** Skips a value without a presence byte; creates no objects for numbers and texts. */
    static void skipPresent(BinaryInput in, ScalarKind kind) {
        switch (kind) {
            case STRING -> in.skipBytes(in.limits().maxStringBytes());
            case BYTES -> in.skipBytes(in.limits().maxMessageBytes());
            case BOOLEAN -> in.readBoolean();
            case BYTE -> in.readByte();
            case SHORT -> in.readShort();
            case CHAR -> in.readChar();
            case INT -> in.readInt();
            case LONG -> in.readLong();
            case FLOAT -> in.readFloat();
            case DOUBLE -> in.readDouble();
            default -> Scalars.read(in, kind, null);
        }
    }

    private static void skipNamed(BinaryInput in, NamedType named, List<NamedType> types) {
        switch (named) {
            case EnumType type -> in.readNumber(type.constants().size(), type.name());
            case MessageType type -> {
                if (in.readPresence()) {
                    skipFields(in, type, types);
                }
            }
            case UnionType type -> {
                int number = in.readNumber(type.members().size(), type.name());
                if (number >= 0) {
                    WireType member = type.members().get(number);
                    if (member instanceof Reference reference
                            && types.get(reference.number()) instanceof MessageType message) {
                        skipFields(in, message, types);
                    } else {
                        skip(in, member, types);
                    }
                }
            }
        }
    }

    static void skipFields(BinaryInput in, MessageType type, List<NamedType> types) {
        in.enter();
        for (Field field : type.fields()) {
            skip(in, field.type(), types);
        }
        in.leave();
    }

    /** Reads a value and describes it for an error; only scalars and enum constants are shown. */
    static String describe(BinaryInput in, WireType type, List<NamedType> types) {
        if (type instanceof Scalar scalar) {
            return describe(read(in, scalar));
        }
        if (type instanceof Reference reference && types.get(reference.number()) instanceof EnumType constants) {
            int number = in.readNumber(constants.constants().size(), constants.name());
            return number < 0 ? "null" : constants.constants().get(number);
        }
        return "(" + name(type, types) + ")";
    }

    /** Reads a scalar, which may be null. */
    public static Object read(BinaryInput in, Scalar scalar) {
        return new Decoders.OfScalar(scalar, scalar.kind(), NumberWidth.VARIABLE).read(in, null);
    }

    /**
     * Describes a value for an error; very long numbers by their length, since converting them to decimal would take
     * long.
     */
    public static String describe(Object value) {
        String text = switch (value) {
            case byte[] bytes -> bytes.length + " bytes";
            case BigInteger number when number.bitLength() > MAX_NUMBER_BITS -> number.bitLength() + " bits";
            case BigDecimal number
            when number.unscaledValue().bitLength() > MAX_NUMBER_BITS ->
                number.unscaledValue().bitLength() + " bits";
            case Record message -> message.getClass().getName();
            case null, default -> String.valueOf(value);
        };
        return text.length() > MAX_TEXT_CHARS ? text.substring(0, MAX_TEXT_CHARS) + "..." : text;
    }

    /** Describes a type for an error. */
    public static String name(WireType type, List<NamedType> types) {
        return switch (type) {
            case Scalar scalar -> scalar.kind() + (scalar.isNullable() ? "?" : "");
            case Reference reference -> types.get(reference.number()).name();
            case ListType list -> "list<" + name(list.element(), types) + ">";
            case SetType set -> "set<" + name(set.element(), types) + ">";
            case ArrayType array -> "array<" + name(array.element(), types) + ">";
            case MapType map -> "map<" + name(map.key(), types) + "," + name(map.value(), types) + ">";
        };
    }
}
