package io.millrace.map;

import java.nio.file.Path;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A persisted set in a directory: the keys of a {@link PersistentMap} whose values are {@code true}, with all that it
 * does for processes, threads, crashes and compaction.
 *
 * @param <E> the class of elements
 */
public final class PersistentSet<E> implements AutoCloseable {

    private final PersistentMap<E, Boolean> map;

    private PersistentSet(PersistentMap<E, Boolean> map) {
        this.map = map;
    }

    /** Opens a set for reading and writing, and creates it where there is none; throws as the map does. */
    public static <E> PersistentSet<E> open(Path directory, Class<E> type, MapOptions options) {
        return new PersistentSet<>(PersistentMap.open(directory, type, Boolean.class, options));
    }

    /** Opens a set that exists for reading only; throws as the map does. */
    public static <E> PersistentSet<E> openReadOnly(Path directory, Class<E> type, MapOptions options) {
        return new PersistentSet<>(PersistentMap.openReadOnly(directory, type, Boolean.class, options));
    }

    /** Adds an element, and returns whether it was new. */
    public boolean add(E element) {
        return map.putIfAbsent(element, true);
    }

    /** Removes an element, and returns whether it was there. */
    public boolean remove(E element) {
        return map.remove(element);
    }

    /** Returns whether an element is there. */
    public boolean contains(E element) {
        return map.containsKey(element);
    }

    /** Returns how many elements there are. */
    public long size() {
        return map.size();
    }

    /** Calls back for each element of this moment. */
    public void forEach(Consumer<? super E> action) {
        map.forEach((element, _) -> action.accept(element));
    }

    /** Returns the map, for batches, snapshots, followers and earlier states. */
    public PersistentMap<E, Boolean> asMap() {
        return map;
    }

    /** Returns a view of this set for code that expects a {@link Set}; its iterators go through a snapshot. */
    public Set<E> asSet() {
        Set<E> keys = map.asConcurrentMap().keySet();
        return new AbstractSet<>() {
            @Override
            public boolean add(E element) {
                return PersistentSet.this.add(element);
            }

            @Override
            public boolean contains(Object element) {
                return keys.contains(element);
            }

            @Override
            public boolean remove(Object element) {
                return keys.remove(element);
            }

            @Override
            public Iterator<E> iterator() {
                return keys.iterator();
            }

            @Override
            public int size() {
                return keys.size();
            }
        };
    }

    /** Closes the set. May be called again. */
    @Override
    public void close() {
        map.close();
    }
}
