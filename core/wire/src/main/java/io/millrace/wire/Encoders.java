package io.millrace.wire;

import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.RandomAccess;

/**
 * The encoders that are not generated. They are records, because the compiler treats fields of records as constants.
 */
final class Encoders {
    private Encoders() {}

    /**
     * Returns the encoder of a scalar that may be null. Instants and zoned times are frequent, so they have encoders of
     * their own.
     */
    static ValueEncoder scalar(ScalarKind kind, NumberWidth width) {
        boolean variable = width == NumberWidth.VARIABLE;
        return switch (kind) {
            case INSTANT -> variable ? Encoders::writeInstant : Encoders::writeRawInstant;
            case ZONED_DATE_TIME -> variable ? Encoders::writeZoned : Encoders::writeRawZoned;
            default -> new OfScalar(kind, width);
        };
    }

    private static void writeInstant(BinaryOutput out, Object value) {
        if (out.writePresence(value)) {
            out.writeInstant((Instant) value);
        }
    }

    private static void writeRawInstant(BinaryOutput out, Object value) {
        if (out.writePresence(value)) {
            RawScalars.write(out, (Instant) value);
        }
    }

    private static void writeZoned(BinaryOutput out, Object value) {
        if (out.writePresence(value)) {
            out.writeZonedDateTime((ZonedDateTime) value);
        }
    }

    private static void writeRawZoned(BinaryOutput out, Object value) {
        if (out.writePresence(value)) {
            RawScalars.write(out, (ZonedDateTime) value);
        }
    }

    /** Encodes a scalar that may be null. */
    record OfScalar(ScalarKind kind, NumberWidth width) implements ValueEncoder {
        @Override
        public void write(BinaryOutput out, Object value) {
            if (kind == ScalarKind.STRING) {
                out.writeView((CharSequence) value);
            } else if (kind == ScalarKind.BYTES && value instanceof Bytes view) {
                out.writeByteView(view);
            } else if (kind == ScalarKind.BYTES) {
                out.writeBytes((byte[]) value);
            } else if (out.writePresence(value)) {
                width.write(out, kind, value);
            }
        }
    }

    /** Encodes an enum. */
    record OfEnum() implements ValueEncoder {
        @Override
        public void write(BinaryOutput out, Object value) {
            out.writeEnum((Enum<?>) value);
        }
    }

    /** Encodes an optional value; the empty one as null. */
    record OfOptional(ValueEncoder value) implements ValueEncoder {
        @Override
        public void write(BinaryOutput out, Object optional) {
            value.write(
                    out,
                    switch (optional) {
                        case null -> null;
                        case OptionalInt some -> some.isPresent() ? some.getAsInt() : null;
                        case OptionalLong some -> some.isPresent() ? some.getAsLong() : null;
                        case OptionalDouble some -> some.isPresent() ? some.getAsDouble() : null;
                        default -> ((Optional<?>) optional).orElse(null);
                    });
        }
    }

    /** Converts a value to a scalar and encodes it. */
    record OfConverted(ScalarConverter<Object, Object> converter, ValueEncoder scalar) implements ValueEncoder {
        @Override
        public void write(BinaryOutput out, Object value) {
            Object written = value == null ? null : converter.toWire(value);
            if (written == null && value != null) {
                throw new WireTypeException("a converter has returned null for a value converter="
                        + converter.getClass().getName() + " value=" + value);
            }
            scalar.write(out, written);
        }
    }

    /** Encodes a list or a set. */
    record OfCollection(ValueEncoder element) implements ValueEncoder {
        @Override
        public void write(BinaryOutput out, Object value) {
            if (value == null) {
                out.writeNull();
                return;
            }
            Collection<?> collection = (Collection<?>) value;
            int count = collection.size();
            out.writeCount(count);
            int written = 0;
            if (collection instanceof List<?> list && collection instanceof RandomAccess) {
                for (; written < count; written++) {
                    element.write(out, list.get(written));
                }
            } else {
                for (Object each : collection) {
                    element.write(out, each);
                    written++;
                }
            }
            requireSame(count, written);
        }
    }

    /** Encodes an array of references. */
    record OfArray(ValueEncoder element) implements ValueEncoder {
        @Override
        public void write(BinaryOutput out, Object value) {
            if (value == null) {
                out.writeNull();
                return;
            }
            Object[] array = (Object[]) value;
            out.writeCount(array.length);
            for (Object each : array) {
                element.write(out, each);
            }
        }
    }

    /** Encodes a map. */
    record OfMap(ValueEncoder key, ValueEncoder element) implements ValueEncoder {
        @Override
        public void write(BinaryOutput out, Object value) {
            if (value == null) {
                out.writeNull();
                return;
            }
            Map<?, ?> map = (Map<?, ?>) value;
            int count = map.size();
            out.writeCount(count);
            int written = 0;
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                key.write(out, entry.getKey());
                element.write(out, entry.getValue());
                written++;
            }
            requireSame(count, written);
        }
    }

    /** Encodes an array of primitives; {@code byte[]} is a scalar. */
    record OfPrimitives(ScalarKind kind) implements ValueEncoder {
        @Override
        public void write(BinaryOutput out, Object value) {
            switch (value) {
                case null -> out.writeNull();
                case boolean[] array -> {
                    out.writeCount(array.length);
                    for (boolean each : array) {
                        out.writeBoolean(each);
                    }
                }
                case short[] array -> {
                    out.writeCount(array.length);
                    for (short each : array) {
                        out.writeShort(each);
                    }
                }
                case char[] array -> {
                    out.writeCount(array.length);
                    for (char each : array) {
                        out.writeChar(each);
                    }
                }
                case int[] array -> {
                    out.writeCount(array.length);
                    for (int each : array) {
                        out.writeInt(each);
                    }
                }
                case long[] array -> {
                    out.writeCount(array.length);
                    for (long each : array) {
                        out.writeLong(each);
                    }
                }
                case float[] array -> {
                    out.writeCount(array.length);
                    for (float each : array) {
                        out.writeFloat(each);
                    }
                }
                case double[] array -> {
                    out.writeCount(array.length);
                    for (double each : array) {
                        out.writeDouble(each);
                    }
                }
                default -> throw new ClassCastException(value.getClass().getName());
            }
        }
    }

    private static void requireSame(int count, int written) {
        if (count != written) {
            throw new WireFormatException(
                    "a collection changed while it was written count=" + count + " written=" + written);
        }
    }
}
