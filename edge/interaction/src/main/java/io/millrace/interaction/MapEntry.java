package io.millrace.interaction;

/**
 * The entry of a key, for a visitor. What a visitor changes counts once it has returned.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public interface MapEntry<K, V> {

    /** Returns the key. */
    K key();

    /** Returns the value; null where there is none. */
    V value();

    /**
     * Sets the value; null removes the entry.
     *
     * @throws InteractionException in a visitor that is not an {@link UpdateVisitor}
     */
    void set(V value);
}
