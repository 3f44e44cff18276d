package io.millrace.interaction;

/**
 * Follows a map. It hears the newest value of each key in its range: of a key that changes faster than it reads, values
 * in between are left out. When the range changes, it forgets the keys outside of it.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public interface MapListener<K, V> extends Subscriber {

    /** Learns the value of a key at an index. */
    void value(String index, K key, V value);

    /** Learns that a key that it has heard of has no value at an index. */
    void removed(String index, K key);
}
