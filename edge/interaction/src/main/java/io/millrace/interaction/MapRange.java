package io.millrace.interaction;

/**
 * A range of keys.
 *
 * @param from the first key; null for no limit
 * @param to the first key after it; null for no limit
 * @param <K> the type of the keys
 */
public record MapRange<K extends Comparable<K>>(K from, K to) {

    /** Returns the range of all keys. */
    public static <K extends Comparable<K>> MapRange<K> all() {
        return new MapRange<>(null, null);
    }

    /** Returns whether a key is within. */
    public boolean contains(K key) {
        return (from == null || from.compareTo(key) <= 0) && (to == null || to.compareTo(key) > 0);
    }
}
