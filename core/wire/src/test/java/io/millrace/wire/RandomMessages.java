package io.millrace.wire;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.UUID;

/** Makes values of any shape from a seed, edges more often than chance would have it. */
final class RandomMessages {
    private static final List<String> ZONES = List.of("UTC", "Europe/London", "America/New_York", "Asia/Kolkata", "Z");

    private final Random random;
    private final WireTypes types;

    RandomMessages(long seed, WireTypes types) {
        this.random = new Random(seed);
        this.types = types;
    }

    /** A value that is not null. */
    <T> T of(Class<T> type) {
        return type.cast(present(Shapes.of(type), 0));
    }

    private Object value(Shape shape, int depth) {
        boolean primitive = shape instanceof Shape.Single single && single.isPrimitive();
        if (shape instanceof Shape.Maybe || primitive) {
            return present(shape, depth);
        }
        return depth > 4 || random.nextInt(8) == 0 ? null : present(shape, depth);
    }

    private Object present(Shape shape, int depth) {
        return switch (shape) {
            case Shape.Single single -> scalar(single.kind());
            case Shape.Constant constant -> pick(constant.raw().getEnumConstants());
            case Shape.Message message -> message(message, depth + 1);
            case Shape.Family family -> {
                List<Shape> members = FamilyModel.of(family, types).members();
                yield present(members.get(random.nextInt(members.size())), depth + 1);
            }
            case Shape.Converted _ -> throw new AssertionError("random messages have no converters");
            case Shape.Maybe maybe -> maybe(maybe, depth);
            case Shape.Sequence sequence -> sequence(sequence, depth + 1);
            case Shape.Mapping map -> {
                Map<Object, Object> made = new LinkedHashMap<>();
                for (int i = random.nextInt(4); i > 0; i--) {
                    made.put(present(map.key(), depth), value(map.value(), depth + 1));
                }
                yield made;
            }
        };
    }

    private Object maybe(Shape.Maybe maybe, int depth) {
        Object value = value(maybe.value(), depth);
        if (maybe.raw() == OptionalInt.class) {
            return value == null ? OptionalInt.empty() : OptionalInt.of((Integer) value);
        }
        if (maybe.raw() == OptionalLong.class) {
            return value == null ? OptionalLong.empty() : OptionalLong.of((Long) value);
        }
        if (maybe.raw() == OptionalDouble.class) {
            return value == null ? OptionalDouble.empty() : OptionalDouble.of((Double) value);
        }
        return Optional.ofNullable(value);
    }

    private Object sequence(Shape.Sequence sequence, int depth) {
        int count = random.nextInt(5);
        if (sequence.form() == Shape.Form.ARRAY) {
            Object array = Array.newInstance(sequence.raw().getComponentType(), count);
            for (int i = 0; i < count; i++) {
                Array.set(array, i, value(sequence.element(), depth));
            }
            return array;
        }
        boolean set = sequence.form() == Shape.Form.SET;
        java.util.Collection<Object> made = set ? new LinkedHashSet<>() : new ArrayList<>();
        for (int i = 0; i < count; i++) {
            made.add(value(sequence.element(), depth));
        }
        return made;
    }

    private Object message(Shape.Message shape, int depth) {
        Class<?> type = shape.raw();
        MessageModel model = MessageModel.of(shape);
        try {
            if (type.isRecord()) {
                Class<?>[] parameters = model.members().stream()
                        .map(member -> member.field().getType())
                        .toArray(Class<?>[]::new);
                Object[] values = model.members().stream()
                        .map(member -> value(member.shape(), depth))
                        .toArray();
                Constructor<?> constructor = type.getDeclaredConstructor(parameters);
                constructor.setAccessible(true);
                return constructor.newInstance(values);
            }
            Constructor<?> constructor = type.getDeclaredConstructor();
            constructor.setAccessible(true);
            Object made = constructor.newInstance();
            for (MessageModel.Member member : model.members()) {
                if (!Modifier.isStatic(member.field().getModifiers())) {
                    member.field().setAccessible(true);
                    member.field().set(made, value(member.shape(), depth));
                }
            }
            return made;
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(type.getName(), e);
        }
    }

    private Object scalar(ScalarKind kind) {
        return switch (kind) {
            case BOOLEAN -> random.nextBoolean();
            case BYTE -> (byte) random.nextInt();
            case SHORT -> (short) integer();
            case CHAR -> (char) random.nextInt(0xD800);
            case INT -> (int) integer();
            case LONG -> integer();
            case FLOAT -> pick(Float.NaN, -0f, Float.MIN_VALUE, Float.intBitsToFloat(random.nextInt(0x7F80_0000)));
            case DOUBLE ->
                pick(
                        Double.NaN,
                        -0.0,
                        Double.NEGATIVE_INFINITY,
                        random.nextGaussian(),
                        Math.rint(1e6 * random.nextDouble()));
            case STRING -> text();
            case BYTES -> bytes(random.nextInt(40));
            case UUID -> new UUID(random.nextLong(), random.nextLong());
            case BIG_INTEGER -> new BigInteger(bytes(1 + random.nextInt(20)));
            case BIG_DECIMAL -> new BigDecimal(new BigInteger(bytes(1 + random.nextInt(9))), random.nextInt(-30, 30));
            default -> time(kind);
        };
    }

    private Object time(ScalarKind kind) {
        LocalDate date = LocalDate.ofEpochDay(random.nextLong(-800_000, 2_900_000));
        LocalTime time = LocalTime.ofNanoOfDay(pick(1L, 1_000L, 1_000_000L, 1_000_000_000L) * random.nextInt(86_400));
        ZoneOffset offset = ZoneOffset.ofTotalSeconds(random.nextInt(-18 * 3600, 18 * 3600));
        return switch (kind) {
            case INSTANT -> LocalDateTime.of(date, time).toInstant(ZoneOffset.UTC);
            case LOCAL_DATE -> date;
            case LOCAL_TIME -> time;
            case LOCAL_DATE_TIME -> LocalDateTime.of(date, time);
            case OFFSET_DATE_TIME -> OffsetDateTime.of(date, time, offset);
            case OFFSET_TIME -> OffsetTime.of(time, offset);
            case ZONED_DATE_TIME -> ZonedDateTime.of(date, time, ZoneId.of(ZONES.get(random.nextInt(ZONES.size()))));
            case DURATION -> Duration.ofSeconds(integer(), random.nextInt(1_000_000_000));
            case PERIOD -> Period.of((int) integer(), random.nextInt(-99, 99), (int) integer());
            case YEAR -> Year.of(random.nextInt(-9999, 9999));
            case YEAR_MONTH -> YearMonth.from(date);
            case MONTH_DAY -> MonthDay.from(date);
            case ZONE_ID -> ZoneId.of(ZONES.get(random.nextInt(4)));
            case ZONE_OFFSET -> offset;
            default -> throw new IllegalArgumentException("kind=" + kind);
        };
    }

    private long integer() {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextInt(-130, 130);
            case 1 -> Long.MIN_VALUE + random.nextInt(2);
            default -> random.nextLong() >> random.nextInt(64);
        };
    }

    private byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    private String text() {
        return switch (random.nextInt(6)) {
            case 0 ->
                pick("", " ", "null", "true", "1e3", "- x", "a: b", "#", "'", "\n", "é", "日本\t", "😀", "~", "0x1F");
            case 1 -> "x".repeat(random.nextInt(200));
            default -> {
                StringBuilder text = new StringBuilder();
                for (int i = random.nextInt(12); i > 0; i--) {
                    text.append((char) (random.nextInt(5) == 0 ? random.nextInt(0xD800) : random.nextInt(32, 127)));
                }
                yield text.toString();
            }
        };
    }

    @SafeVarargs
    private <T> T pick(T... values) {
        return values[random.nextInt(values.length)];
    }

    /** The sets of values that are needed by name only. */
    static Set<Class<?>> all() {
        return new LinkedHashSet<>(List.of(
                Messages.Trade.class,
                Messages.Primitives.class,
                Messages.Boxes.class,
                Messages.Times.class,
                Messages.Others.class,
                Messages.Collections.class,
                Messages.Optionals.class,
                Messages.Arrays.class,
                Messages.Shape.class,
                Messages.Tree.class,
                Messages.Quote.class,
                Messages.Anything.class));
    }
}
