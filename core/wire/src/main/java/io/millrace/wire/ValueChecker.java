package io.millrace.wire;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Checks values by their schema alone as readers and the formats of text do: texts are UTF-8, what is required is
 * there, sets and maps have no value twice and no hostile hash codes, and numbers are not too long for text.
 */
final class ValueChecker {

    /** The most bits of a number in text, those of 100,000 digits. */
    private static final int MAX_BITS = 332_192;

    private final BinaryInput in;
    private final List<NamedType> types;

    /** What becomes of a value. */
    private enum Use {
        /** It is checked alone; null is returned. */
        CHECKED,
        /** It is returned, so that it can be compared. */
        COMPARED
    }

    ValueChecker(BinaryInput in, List<NamedType> types) {
        this.in = in;
        this.types = types;
    }

    /** Checks values of fields, one after the other, without a presence byte. */
    void check(List<Field> fields) {
        fields(fields, Use.CHECKED);
    }

    private Object value(WireType type, Use use) {
        return switch (type) {
            case Scalar scalar -> scalar(scalar, use);
            case Reference reference -> named(types.get(reference.number()), use);
            case ListType list -> sequence(list.element(), use);
            case ArrayType array -> sequence(array.element(), use);
            case SetType set -> set(set.element());
            case MapType map -> map(map, use);
        };
    }

    private Object scalar(Scalar scalar, Use use) {
        if (scalar.hasPresenceByte() && !in.readPresence()) {
            return null;
        }
        return switch (scalar.kind()) {
            case STRING -> required(scalar, in.readString());
            case BYTES -> {
                byte[] bytes = in.readBytes();
                required(scalar, bytes);
                yield use == Use.CHECKED || bytes == null ? null : ByteBuffer.wrap(bytes);
            }
            case BIG_INTEGER -> bounded(in.readBigInteger());
            case BIG_DECIMAL -> {
                BigDecimal number = in.readBigDecimal();
                bounded(number.unscaledValue());
                yield number;
            }
            default -> {
                if (use == Use.COMPARED) {
                    yield Scalars.read(in, scalar.kind(), null);
                }
                ValueSkipper.skipPresent(in, scalar.kind());
                yield null;
            }
        };
    }

    private Object required(Scalar scalar, Object value) {
        if (value == null && !scalar.isNullable()) {
            throw new WireFormatException("a required value is null kind=" + scalar.kind() + " offset=" + in.offset());
        }
        return value;
    }

    private BigInteger bounded(BigInteger number) {
        if (number.bitLength() > MAX_BITS) {
            throw new WireLimitException("a number is too long for text bits=" + number.bitLength() + " limit="
                    + MAX_BITS + " offset=" + in.offset());
        }
        return number;
    }

    private Object named(NamedType named, Use use) {
        return switch (named) {
            case EnumType type -> in.readNumber(type.constants().size(), type.name());
            case MessageType type -> in.readPresence() ? fields(type.fields(), use) : null;
            case UnionType type -> {
                int number = in.readNumber(type.members().size(), type.name());
                if (number < 0) {
                    yield null;
                }
                Object member = member(type.members().get(number), use);
                yield use == Use.CHECKED ? null : Arrays.asList(number, member);
            }
        };
    }

    private Object member(WireType member, Use use) {
        return member instanceof Reference reference && types.get(reference.number()) instanceof MessageType message
                ? fields(message.fields(), use)
                : value(member, use);
    }

    private Object fields(List<Field> fields, Use use) {
        List<Object> values = use == Use.CHECKED ? null : new ArrayList<>();
        in.enter();
        for (Field field : fields) {
            add(values, value(field.type(), use));
        }
        in.leave();
        return values;
    }

    private static void add(List<Object> values, Object value) {
        if (values != null) {
            values.add(value);
        }
    }

    private Object sequence(WireType element, Use use) {
        int count = in.readCount();
        if (count < 0) {
            return null;
        }
        List<Object> values = use == Use.CHECKED ? null : new ArrayList<>();
        for (int i = 0; i < count; i++) {
            add(values, value(element, use));
        }
        return values;
    }

    private Object set(WireType element) {
        int count = in.readCount();
        if (count < 0) {
            return null;
        }
        Set<Object> values = new HashSet<>();
        HashCollisionGuard guard = HashCollisionGuard.of(count);
        for (int i = 0; i < count; i++) {
            int at = in.offset();
            Object value = value(element, Use.COMPARED);
            HashCollisionGuard.add(guard, value, at);
            requireNew(values.add(value), at);
        }
        return values;
    }

    private Object map(MapType map, Use use) {
        int count = in.readCount();
        if (count < 0) {
            return null;
        }
        Map<Object, Object> values = new HashMap<>();
        HashCollisionGuard guard = HashCollisionGuard.of(count);
        for (int i = 0; i < count; i++) {
            int at = in.offset();
            Object key = value(map.key(), Use.COMPARED);
            HashCollisionGuard.add(guard, key, at);
            requireNew(!values.containsKey(key), at);
            values.put(key, value(map.value(), use));
        }
        return values;
    }

    private static void requireNew(boolean isNew, int at) {
        if (!isNew) {
            throw new WireFormatException("a set or a map contains a value twice offset=" + at);
        }
    }
}
