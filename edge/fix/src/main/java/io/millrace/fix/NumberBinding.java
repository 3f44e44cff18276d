package io.millrace.fix;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** A member of a primitive type: a whole number, a decimal number, a time, a character or a truth value. */
final class NumberBinding extends FieldBinding {

    private enum Kind {
        WHOLE,
        DECIMAL,
        TIMESTAMP,
        CHARACTER,
        TRUTH
    }

    private static final long NANOS = 1_000_000_000L;

    private final Kind kind;
    private final int decimals;
    private final long unitNs;
    private final long least;
    private final long greatest;
    private final long initial;
    private final String type;
    private final MethodHandle getter;
    private final MethodHandle setter;

    NumberBinding(BoundField field) {
        super(field);
        type = field.type().getName();
        decimals = field.decimals();
        kind = kind(field);
        unitNs = kind == Kind.TIMESTAMP ? NANOS / field.form().perSecond() : 1;
        least = switch (type) {
            case "byte" -> Byte.MIN_VALUE;
            case "short" -> Short.MIN_VALUE;
            case "int" -> Integer.MIN_VALUE;
            default -> Long.MIN_VALUE;
        };
        greatest = least == Long.MIN_VALUE ? Long.MAX_VALUE : -(least + 1);
        getter = MethodHandles.explicitCastArguments(field.getter(), MethodType.methodType(long.class, Object.class));
        setter = MethodHandles.explicitCastArguments(
                field.setter(), MethodType.methodType(void.class, Object.class, long.class));
        initial = initial(field.initial());
    }

    private static Kind kind(BoundField field) {
        Class<?> type = field.type();
        if (type == boolean.class) {
            return Kind.TRUTH;
        }
        if (type == char.class) {
            return Kind.CHARACTER;
        }
        if (type == double.class || type == float.class) {
            throw field.error("a decimal number is a long with decimals, a FixDecimal or a BigDecimal");
        }
        if (field.decimals() >= 0) {
            return Kind.DECIMAL;
        }
        return switch (field.form()) {
            case DECIMAL, HEX, SHORT_TEXT -> Kind.WHOLE;
            case EPOCH_SECONDS, EPOCH_MILLIS, EPOCH_MICROS, EPOCH_NANOS -> Kind.TIMESTAMP;
        };
    }

    private static long initial(Object value) {
        return switch (value) {
            case null -> 0;
            case Boolean truth -> truth ? 1 : 0;
            case Character character -> character;
            default -> ((Number) value).longValue();
        };
    }

    @Override
    void read(FixMessage message, int at, int to, Object target) {
        set(target, value(message, at));
    }

    private long value(FixMessage message, int at) {
        return switch (kind) {
            case WHOLE -> checked(message.longAt(at, tag()), message, at);
            case DECIMAL -> checked(message.decimalAt(at, tag(), decimals), message, at);
            case TIMESTAMP -> timestamp(message, at);
            case CHARACTER -> {
                if (message.end(at) - message.start(at) != 1) {
                    throw FixValueException.of("is not one character", message, at, tag());
                }
                yield message.charAt(at, tag());
            }
            case TRUTH -> truth(message, at);
        };
    }

    private long checked(long value, FixMessage message, int at) {
        if (value < least || value > greatest) {
            throw FixValueException.of("does not fit into type=" + type, message, at, tag());
        }
        return value;
    }

    private long timestamp(FixMessage message, int at) {
        long timeNs = FixTime.parseTimestamp(message.bytes(), message.start(at), message.end(at));
        if (timeNs == FixTime.NONE) {
            throw FixValueException.of("is no timestamp from 1678 to 2261", message, at, tag());
        }
        if (timeNs % unitNs != 0) {
            throw FixValueException.of("has more decimals than its unit unitNs=" + unitNs, message, at, tag());
        }
        return timeNs / unitNs;
    }

    private long truth(FixMessage message, int at) {
        int start = message.start(at);
        byte value = message.end(at) - start == 1 ? message.bytes()[start] : 0;
        if (value != 'Y' && value != 'N') {
            throw FixValueException.of("is neither Y nor N", message, at, tag());
        }
        return value == 'Y' ? 1 : 0;
    }

    @Override
    void clear(Object target) {
        set(target, initial);
    }

    @Override
    boolean isAbsent(Object target) {
        return get(target) == initial;
    }

    @Override
    void write(FixWriter out, Object target, FixTime.Precision precision) {
        long value = get(target);
        if (value == FixTag.NONE) {
            throw FixValueException.written("a required field has no value", tag(), null, null)
                    .in(where());
        }
        switch (kind) {
            case WHOLE -> out.put(tag(), value);
            case DECIMAL -> out.putDecimal(tag(), value, decimals);
            case TIMESTAMP -> out.putTimestamp(tag(), Math.multiplyExact(value, unitNs), precision);
            case CHARACTER -> out.put(tag(), (char) value);
            case TRUTH -> out.putBoolean(tag(), value == 1);
        }
    }

    private long get(Object target) {
        try {
            return (long) getter.invokeExact(target);
        } catch (Throwable e) {
            throw thrown(e);
        }
    }

    private void set(Object target, long value) {
        try {
            setter.invokeExact(target, value);
        } catch (Throwable e) {
            throw thrown(e);
        }
    }
}
