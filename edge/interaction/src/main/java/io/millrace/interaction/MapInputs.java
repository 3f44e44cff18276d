package io.millrace.interaction;

/**
 * The input calls of a {@link ServedMap}.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public interface MapInputs<K, V> {

    /** Sets the value of a key. */
    void put(K key, V value);

    /** Removes a key. */
    void remove(K key);

    /** Lets a visitor change the entry of a key, which may not exist yet. */
    void update(K key, UpdateVisitor<MapEntry<K, V>, ?> visitor);
}
