package io.millrace.interaction;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * A map in memory that is made of its input calls, as any component: the same calls in the same order make the same
 * map. A call that it refuses, and a visitor that fails, change nothing. For one thread.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values, which do not change
 */
public final class ServedMap<K extends Comparable<K>, V> implements MapInputs<K, V> {

    private final NavigableMap<K, V> values = new TreeMap<>();
    private final List<Consumer<K>> watchers = new ArrayList<>();
    private final int maxEntries;
    private Object result;
    private InteractionException refusal;

    /**
     * Creates an empty map.
     *
     * @param maxEntries how many keys it has at most; the same whenever the same inputs are taken
     */
    public ServedMap(int maxEntries) {
        this.maxEntries = maxEntries;
    }

    @Override
    public void put(K key, V value) {
        apply(key, entry -> {
            if (value == null) {
                throw new InteractionException("value is missing key=" + key + " value=null");
            }
            entry.set(value);
            return null;
        });
    }

    @Override
    public void remove(K key) {
        apply(key, entry -> {
            boolean isThere = entry.value() != null;
            entry.set(null);
            return isThere;
        });
    }

    @Override
    public void update(K key, UpdateVisitor<MapEntry<K, V>, ?> visitor) {
        apply(key, visitor);
    }

    private void apply(K key, UpdateVisitor<MapEntry<K, V>, ?> visitor) {
        result = null;
        refusal = null;
        try {
            if (key == null) {
                throw new InteractionException("key is missing key=null");
            }
            ChangingEntry<K, V> entry = new ChangingEntry<>(key, values.get(key));
            Object returned = visitor.visit(entry);
            change(entry);
            result = returned;
        } catch (InteractionException e) {
            refusal = e;
        } catch (RuntimeException e) { // of a visitor, which fails whenever this input is taken
            refusal = new InteractionException("a visitor has failed visitor=" + visitor + " reason=" + e, e);
        }
    }

    private void change(ChangingEntry<K, V> entry) {
        if (!entry.hasChanged) {
            return;
        }
        K key = entry.key();
        if (entry.value() == null) {
            values.remove(key);
        } else {
            if (values.size() >= maxEntries && !values.containsKey(key)) {
                throw new InteractionException("map is full key=" + key + " maxEntries=" + maxEntries);
            }
            values.put(key, entry.value());
        }
        watchers.forEach(watcher -> watcher.accept(key));
    }

    /** Returns what the last input returned; throws where it was refused. */
    Object outcome() {
        if (refusal != null) {
            throw refusal;
        }
        return result;
    }

    /** Returns what a visitor returns that may not change the map. */
    <R> R read(K key, Visitor<MapEntry<K, V>, R> visitor) {
        return visitor.visit(new FixedEntry<>(key, values.get(key)));
    }

    /** Returns the map for reading. */
    public NavigableMap<K, V> values() {
        return Collections.unmodifiableNavigableMap(values);
    }

    /** Adds what learns the keys that change. */
    void watch(Consumer<K> watcher) {
        watchers.add(watcher);
    }

    /** The entry for a visitor that may change it. */
    private static final class ChangingEntry<K, V> implements MapEntry<K, V> {

        private final K key;
        private V value;
        private boolean hasChanged;

        private ChangingEntry(K key, V value) {
            this.key = key;
            this.value = value;
        }

        @Override
        public K key() {
            return key;
        }

        @Override
        public V value() {
            return value;
        }

        @Override
        public void set(V next) {
            hasChanged |= next != null || value != null;
            value = next;
        }
    }

    /** The entry for a visitor that reads. */
    private record FixedEntry<K, V>(K key, V value) implements MapEntry<K, V> {

        @Override
        public void set(V next) {
            throw new InteractionException("a visitor that changes a map must be an UpdateVisitor key=" + key);
        }
    }
}
