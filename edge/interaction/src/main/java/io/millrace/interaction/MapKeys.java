package io.millrace.interaction;

import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * The keys of a map, which stay on the server.
 *
 * @param <K> the type of the keys
 */
public interface MapKeys<K> extends AutoCloseable {

    /** The most keys of one page. */
    int MAX_PAGE = 1_000;

    /** Returns how many there are now. */
    int size();

    /** Returns whether a key is there now. */
    boolean contains(K key);

    /**
     * Returns the next keys in order.
     *
     * @param after the last key of the page before; null for the first page
     * @param count how many at most, 1 to {@value #MAX_PAGE}
     */
    List<K> page(K after, int count);

    /** Removes a key, with its value; returns whether it was there. */
    CompletionStage<Boolean> remove(K key);

    @Override
    void close();
}
