package io.millrace.map;

/**
 * Receives the changes of a map, in their order.
 *
 * @param <K> the class of keys
 * @param <V> the class of values
 */
public interface MapChanges<K, V> {

    /** Accepts that a value was put in place of the earlier one, if there was one. */
    void put(K key, V value);

    /** Accepts that a key was removed, which may have had no value. */
    void removed(K key);
}
