package io.millrace.interaction;

import java.util.concurrent.CompletionStage;

/**
 * A map as clients see it. A sub-interface states the types. What changes the map is an input call first, and its stage
 * completes when the map has taken it.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public interface MapService<K extends Comparable<K>, V> {

    /** Returns the value of a key now, with the index at which it was read. */
    @Idempotent
    MapValue<V> get(K key);

    /** Sets the value of a key; returns the index of the change. */
    CompletionStage<String> put(K key, V value);

    /** Removes a key; returns whether it was there. */
    CompletionStage<Boolean> remove(K key);

    /** Sends a function to the entry of a key; one that changes it is an {@link UpdateVisitor}. */
    @Idempotent
    <R> CompletionStage<R> visit(K key, Visitor<MapEntry<K, V>, R> visitor);

    /** Returns the keys. */
    MapKeys<K> keys();

    /** Follows the keys of a range: all that there are, then what changes. */
    Subscription<MapRange<K>> follow(MapRange<K> range, MapListener<K, V> listener);
}
