package io.millrace.map;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/** A persistent map as a {@link ConcurrentMap}. */
final class ConcurrentView<K, V> extends AbstractMap<K, V> implements ConcurrentMap<K, V> {

    private final PersistentMap<K, V> map;
    private final Class<K> keyType;
    private final Class<V> valueType;

    ConcurrentView(PersistentMap<K, V> map, Class<K> keyType, Class<V> valueType) {
        this.map = map;
        this.keyType = keyType;
        this.valueType = valueType;
    }

    /** A value that a change has found. */
    private static final class Found<V> {
        V value;
    }

    @Override
    public int size() {
        return (int) Math.min(Integer.MAX_VALUE, map.size());
    }

    @Override
    public boolean containsKey(Object key) {
        return keyType.isInstance(key) && map.containsKey(keyType.cast(key));
    }

    @Override
    public V get(Object key) {
        return keyType.isInstance(key) ? map.get(keyType.cast(key)) : null;
    }

    @Override
    public V getOrDefault(Object key, V otherwise) {
        V value = get(key);
        return value == null ? otherwise : value;
    }

    @Override
    public V put(K key, V value) {
        Found<V> old = new Found<>();
        map.compute(key, (_, earlier) -> {
            old.value = earlier;
            return required(value);
        });
        return old.value;
    }

    private static <V> V required(V value) {
        if (value == null) {
            throw new NullPointerException("value must not be null");
        }
        return value;
    }

    @Override
    public V remove(Object key) {
        if (!keyType.isInstance(key)) {
            return null;
        }
        Found<V> old = new Found<>();
        map.compute(keyType.cast(key), (_, earlier) -> {
            old.value = earlier;
            return null;
        });
        return old.value;
    }

    @Override
    public V putIfAbsent(K key, V value) {
        required(value);
        V present = map.get(key);
        if (present != null) {
            return present;
        }
        Found<V> made = new Found<>();
        V now = map.computeIfAbsent(key, _ -> {
            made.value = value;
            return value;
        });
        return made.value == null ? now : null;
    }

    @Override
    public boolean remove(Object key, Object value) {
        return keyType.isInstance(key)
                && valueType.isInstance(value)
                && map.remove(keyType.cast(key), valueType.cast(value));
    }

    @Override
    public boolean replace(K key, V expected, V value) {
        return map.replace(key, expected, required(value));
    }

    @Override
    public V replace(K key, V value) {
        Found<V> old = new Found<>();
        map.compute(key, (_, earlier) -> {
            old.value = earlier;
            return earlier == null ? null : required(value);
        });
        return old.value;
    }

    @Override
    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        return map.compute(key, function);
    }

    @Override
    public V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
        V present = map.get(key);
        return present != null ? present : map.computeIfAbsent(key, function);
    }

    @Override
    public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        return map.compute(key, (_, earlier) -> earlier == null ? null : function.apply(key, earlier));
    }

    @Override
    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        required(value);
        Objects.requireNonNull(function, "function");
        return map.compute(key, (_, earlier) -> earlier == null ? value : function.apply(earlier, value));
    }

    @Override
    public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function, "function");
        for (K key : keySet()) {
            map.compute(key, (_, earlier) -> earlier == null ? null : required(function.apply(key, earlier)));
        }
    }

    @Override
    public void forEach(BiConsumer<? super K, ? super V> action) {
        map.forEach(action);
    }

    @Override
    public Set<Entry<K, V>> entrySet() {
        return new Entries();
    }

    @Override
    public Set<K> keySet() {
        return new Keys();
    }

    private final class Keys extends AbstractSet<K> {

        private Keys() {}

        @Override
        public int size() {
            return ConcurrentView.this.size();
        }

        @Override
        public boolean contains(Object key) {
            return containsKey(key);
        }

        @Override
        public boolean remove(Object key) {
            return keyType.isInstance(key) && map.remove(keyType.cast(key));
        }

        @Override
        public Iterator<K> iterator() {
            SnapshotIterator<K, V> entries = new SnapshotIterator<>(map);
            return new Iterator<>() {

                @Override
                public boolean hasNext() {
                    return entries.hasNext();
                }

                @Override
                public K next() {
                    return entries.next().getKey();
                }

                @Override
                public void remove() {
                    entries.remove();
                }
            };
        }
    }

    private final class Entries extends AbstractSet<Entry<K, V>> {

        private Entries() {}

        @Override
        public int size() {
            return ConcurrentView.this.size();
        }

        @Override
        public boolean contains(Object entry) {
            return entry instanceof Map.Entry<?, ?> given
                    && given.getValue() != null
                    && given.getValue().equals(get(given.getKey()));
        }

        @Override
        public boolean remove(Object entry) {
            return entry instanceof Map.Entry<?, ?> given
                    && ConcurrentView.this.remove(given.getKey(), given.getValue());
        }

        @Override
        public Iterator<Entry<K, V>> iterator() {
            return new SnapshotIterator<>(map);
        }
    }

    /**
     * Goes through a snapshot, whose files it releases at its end; or the garbage collector and the map do. It removes
     * an entry that has still the value that it has seen.
     */
    private static final class SnapshotIterator<K, V> implements Iterator<Entry<K, V>> {

        private final PersistentMap<K, V> map;
        private final MapSnapshot<K, V> snapshot;
        private final Iterator<Entry<K, V>> entries;
        private Entry<K, V> last;

        SnapshotIterator(PersistentMap<K, V> map) {
            this.map = map;
            this.snapshot = map.snapshot();
            this.entries = snapshot.iterator();
        }

        @Override
        public boolean hasNext() {
            boolean more = entries.hasNext();
            if (!more) {
                snapshot.close();
            }
            return more;
        }

        @Override
        public Entry<K, V> next() {
            last = entries.next();
            return last;
        }

        @Override
        public void remove() {
            if (last == null) {
                throw new IllegalStateException("no entry was returned since the last removal");
            }
            map.remove(last.getKey(), last.getValue());
            last = null;
        }
    }
}
