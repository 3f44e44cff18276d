package io.millrace.map;

import java.util.Arrays;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The keys of a map in their order, each with the position of its entry. Keys that compare as equal and have different
 * bytes are different keys, so what compares keys decides their order alone. One thread at a time.
 */
final class OrderedKeys<K> {

    private final NavigableMap<Ordered<K>, Long> positions = new TreeMap<>();

    /** A key and its encoded bytes; an end of a range has none before all keys that compare as equal, or null after. */
    private static final class Ordered<K> implements Comparable<Ordered<K>> {

        final K key;
        final byte[] bytes;

        Ordered(K key, byte[] bytes) {
            this.key = key;
            this.bytes = bytes;
        }

        @Override
        @SuppressWarnings("unchecked") // keys are comparable with each other, which requireComparable has checked
        public int compareTo(Ordered<K> other) {
            int byKey = ((Comparable<K>) key).compareTo(other.key);
            if (byKey != 0) {
                return byKey;
            }
            if (bytes == null || other.bytes == null) {
                return Boolean.compare(bytes == null, other.bytes == null);
            }
            return Arrays.compareUnsigned(bytes, other.bytes);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Ordered<?> ordered && Arrays.equals(bytes, ordered.bytes);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(bytes);
        }
    }

    /** Accepts the entries of a range. */
    interface Positions {
        void entry(byte[] key, long position);
    }

    /** Refuses keys that have no order. */
    static void requireComparable(String where, Class<?> keyType) {
        if (!Comparable.class.isAssignableFrom(keyType)) {
            throw new MapException("keys of a map with an ordered index must be comparable " + where + " keyType="
                    + keyType.getName());
        }
    }

    /** Returns the exception for a range that is asked of a map without an ordered index. */
    static MapException missing(String where) {
        return new MapException(
                "map has no ordered index, which ranges need; it is switched on by KeyOrder.NATURAL " + where);
    }

    /** Notes where the entry of a key is. */
    void put(K key, byte[] bytes, long position) {
        positions.put(new Ordered<>(key, bytes), position);
    }

    void remove(K key, byte[] bytes) {
        positions.remove(new Ordered<>(key, bytes));
    }

    void clear() {
        positions.clear();
    }

    /** Calls back for each entry of a range, in the order of keys, and returns how many they are. */
    int forEach(KeyRange<K> range, Positions accept) {
        Ordered<K> from = range.from() == null ? null : new Ordered<>(range.from(), new byte[0]);
        Ordered<K> after = range.after() == null ? null : new Ordered<>(range.after(), null);
        Ordered<K> start = from == null || (after != null && after.compareTo(from) > 0) ? after : from;
        NavigableMap<Ordered<K>, Long> in = start == null ? positions : positions.tailMap(start, true);
        Ordered<K> end = range.before() == null ? null : new Ordered<>(range.before(), new byte[0]);
        int count = 0;
        for (var entry : in.entrySet()) {
            if (count == range.most() || (end != null && entry.getKey().compareTo(end) >= 0)) {
                break;
            }
            accept.entry(entry.getKey().bytes, entry.getValue());
            count++;
        }
        return count;
    }
}
