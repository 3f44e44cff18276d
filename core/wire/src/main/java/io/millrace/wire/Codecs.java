package io.millrace.wire;

import java.lang.invoke.MethodType;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Creates and caches everything that is generated for one allow-list. Thread-safe: if two threads need the same new
 * object at the same time, both may create it, and both get the one that was stored first.
 *
 * <p>An instance lives as long as the {@link Wire} that it belongs to. The instance of {@link Wire#closed} lives as
 * long as the JVM, so it stores its objects in the classes themselves, and they are unloaded with the class. The other
 * instances must not do this: an object stored in {@code Object} would keep the allow-list of its wire reachable
 * forever.
 */
final class Codecs {
    private static final int MAX_CACHED = 256;

    private final WireTypes types;
    private final Function<Class<?>, Map<Object, Object>> cache;

    private final WireObserver observer;

    private Codecs(WireTypes types, WireObserver observer, Function<Class<?>, Map<Object, Object>> cache) {
        this.types = types;
        this.observer = observer;
        this.cache = cache;
    }

    /** Returns codecs that are cached in this object; the observer may be null. */
    static Codecs of(WireTypes types, WireObserver observer) {
        Map<Class<?>, Map<Object, Object>> byClass = new ConcurrentHashMap<>();
        return new Codecs(types, observer, type -> byClass.computeIfAbsent(type, _ -> new ConcurrentHashMap<>()));
    }

    /** Returns codecs without an allow-list that are cached in the classes. */
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

    /** Returns the observer of skipped values, or null. */
    WireObserver observer() {
        return observer;
    }

    /** Returns the one instance of a converter's class. */
    ScalarConverter<Object, Object> converter(Class<? extends ScalarConverter<?, ?>> type) {
        return computeIfAbsent(type, "converter", () -> {
            try {
                @SuppressWarnings("unchecked") // the shape was made for the two types of the converter
                ScalarConverter<Object, Object> made =
                        (ScalarConverter<Object, Object>) PrivateLookups.lookup(type, types)
                                .findConstructor(type, MethodType.methodType(void.class))
                                .invoke();
                return made;
            } catch (Throwable e) {
                throw new WireTypeException(
                        "a converter has no accessible constructor without parameters converter=" + type.getName(), e);
            }
        });
    }

    /** Returns the codec of a class. */
    <T> BinaryCodec<T> codec(Class<T> type) {
        return computeIfAbsent(type, "codec", () -> {
            Shape shape = Shapes.of(type);
            return new BinaryCodec<>(this, type, SchemaBuilder.schema(shape, this), encoder(shape));
        });
    }

    /** Returns the encoder of a shape; all uses of a message class share one encoder. */
    ValueEncoder encoder(Shape shape) {
        return encoder(shape, NumberWidth.VARIABLE);
    }

    /** Returns the encoder of a shape with scalars of variable or fixed width. */
    ValueEncoder encoder(Shape shape, NumberWidth width) {
        return new EncoderFactory(this, width).encoder(shape);
    }

    /** Returns the object that is cached for a class under a key, or null. */
    Object find(Class<?> type, Object key) {
        return cache.apply(type).get(key);
    }

    /**
     * Returns the object that is cached for a class under a key; creates it if there is none. Keys that come from
     * outside, such as writers' schemas, are numerous only if something is wrong; beyond a bound the cache is emptied,
     * and objects are created again when needed.
     */
    <T> T computeIfAbsent(Class<?> type, Object key, Supplier<T> maker) {
        Map<Object, Object> map = cache.apply(type);
        Object found = map.get(key);
        if (found == null) {
            Object made = maker.get();
            if (map.size() >= MAX_CACHED) {
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
