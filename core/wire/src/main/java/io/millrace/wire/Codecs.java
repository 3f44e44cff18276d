package io.millrace.wire;

import java.lang.invoke.MethodType;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What has been generated for one allow-list. Any number of threads may ask; two that want the same new thing at once
 * may both make it, and both get the one that was there first.
 *
 * <p>It lives as long as the {@link Wire} that it belongs to. The one behind the static methods of {@link Wire} lives
 * as long as the JVM, so there everything hangs on the classes themselves and goes when they are unloaded. That would
 * be wrong for the others: what hangs on {@code Object} would keep the allow-list of a wire for ever.
 */
final class Codecs {
    private static final int MAX_KEPT = 256;

    private final WireTypes types;
    private final Function<Class<?>, Map<Object, Object>> kept;

    private final WireObserver observer;

    private Codecs(WireTypes types, WireObserver observer, Function<Class<?>, Map<Object, Object>> kept) {
        this.types = types;
        this.observer = observer;
        this.kept = kept;
    }

    /** Codecs that are kept by their owner; the observer may be null. */
    static Codecs of(WireTypes types, WireObserver observer) {
        Map<Class<?>, Map<Object, Object>> byClass = new ConcurrentHashMap<>();
        return new Codecs(types, observer, type -> byClass.computeIfAbsent(type, _ -> new ConcurrentHashMap<>()));
    }

    /** Codecs without an allow-list that hang on the classes. */
    static Codecs shared() {
        ClassValue<Map<Object, Object>> byClass = new ClassValue<>() {
            @Override
            protected Map<Object, Object> computeValue(Class<?> type) {
                return new ConcurrentHashMap<>();
            }
        };
        return new Codecs(WireTypes.none(), null, byClass::get);
    }

    WireTypes types() {
        return types;
    }

    /** Who wants to know what is passed over, or null. */
    WireObserver observer() {
        return observer;
    }

    /** The one instance of a converter's class. */
    ScalarConverter<Object, Object> converter(Class<? extends ScalarConverter<?, ?>> type) {
        return keep(type, "converter", () -> {
            try {
                @SuppressWarnings("unchecked") // the shape was made for what the converter takes and makes
                ScalarConverter<Object, Object> made = (ScalarConverter<Object, Object>) Anchors.lookup(type, types)
                        .findConstructor(type, MethodType.methodType(void.class))
                        .invoke();
                return made;
            } catch (Throwable e) {
                throw new WireTypeException(
                        "a converter has no constructor without parameters that can be called converter="
                                + type.getName(),
                        e);
            }
        });
    }

    /** The codec of a class. */
    <T> BinaryCodec<T> codec(Class<T> type) {
        return keep(type, "codec", () -> {
            Shape shape = Shapes.of(type);
            return new BinaryCodec<>(this, type, SchemaBuilder.schema(shape, this), encoder(shape));
        });
    }

    /** The encoder of a shape; every use of one message class shares one. */
    ValueEncoder encoder(Shape shape) {
        return encoder(shape, NumberWidth.VARIABLE);
    }

    /** The encoder of a shape in one of the two forms of single values. */
    ValueEncoder encoder(Shape shape, NumberWidth width) {
        return new EncoderFactory(this, width).encoder(shape);
    }

    /** What was made for a class under a key, or null. */
    Object kept(Class<?> type, Object key) {
        return kept.apply(type).get(key);
    }

    /**
     * What was made for a class under a key, made now where it is new. Keys that come from outside, such as writers'
     * schemas, are many only where something is wrong; beyond a bound all is forgotten and made again as needed.
     */
    <T> T keep(Class<?> type, Object key, Supplier<T> maker) {
        Map<Object, Object> map = kept.apply(type);
        Object found = map.get(key);
        if (found == null) {
            Object made = maker.get();
            if (map.size() >= MAX_KEPT) {
                map.clear();
            }
            Object earlier = map.putIfAbsent(key, made);
            found = earlier == null ? made : earlier;
        }
        @SuppressWarnings("unchecked") // a key is only used with values of one kind
        T value = (T) found;
        return value;
    }
}
