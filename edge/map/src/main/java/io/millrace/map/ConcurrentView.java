package io.millrace.map;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Map;
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
        while (true) {
            V present = map.get(key);
            if (present != null || map.putIfAbsent(key, required(value))) {
                return present;
            }
        }
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
        return present != null
                ? present
                : map.compute(key, (_, earlier) -> earlier != null ? earlier : function.apply(key));
    }

    @Override
    public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        return map.compute(key, (_, earlier) -> earlier == null ? null : function.apply(key, earlier));
    }

    @Override
    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> function) {
        return map.compute(key, (_, earlier) -> earlier == null ? required(value) : function.apply(earlier, value));
    }

    @Override
    public void forEach(BiConsumer<? super K, ? super V> action) {
        map.forEach(action);
    }

    @Override
    public Set<Entry<K, V>> entrySet() {
        return new Entries();
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
        public Iterator<Entry<K, V>> iterator() {
            return new SnapshotIterator<>(map);
        }
    }

    /** Goes through a snapshot, whose files it releases at its end; or the garbage collector and the map do. */
    private static final class SnapshotIterator<K, V> implements Iterator<Entry<K, V>> {

        private final PersistentMap<K, V> map;
        private final MapSnapshot<K, V> snapshot;
        private final Iterator<Entry<K, V>> entries;
        private K last;

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
            Entry<K, V> entry = entries.next();
            last = entry.getKey();
            return entry;
        }

        @Override
        public void remove() {
            if (last == null) {
                throw new IllegalStateException("no entry was returned since the last removal");
            }
            map.remove(last);
            last = null;
        }
    }
}
