package io.millrace.map;

import io.millrace.wire.BinaryInput;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;

/**
 * The entries that a map had at one moment, in the order in which they were put last, where compaction has put none
 * again; of a range, in the order of keys. Later changes do not appear. One thread at a time; each iterator is
 * independent of the others.
 *
 * @param <K> the class of keys
 * @param <V> the class of values
 */
public final class MapSnapshot<K, V> implements Iterable<Map.Entry<K, V>>, AutoCloseable {

    private final MapEntries entries;
    private final MapTypes<K, V> types;

    MapSnapshot(MapEntries entries, MapTypes<K, V> types) {
        this.entries = entries;
        this.types = types;
    }

    /** Returns how many entries there are. */
    public long size() {
        return entries.size();
    }

    /**
     * Returns the index of the last change that the snapshot has, or -1; {@link PersistentMap#follow} continues there.
     */
    public long lastIndex() {
        return entries.lastIndex();
    }

    @Override
    public Iterator<Map.Entry<K, V>> iterator() {
        return new EntryIterator();
    }

    private Map.Entry<K, V> entry(int number) {
        MapForm form = entries.moveTo(number);
        BinaryInput arguments = entries.arguments();
        K key = types.key(form.number(), entries.forms(), arguments);
        return new SimpleImmutableEntry<>(key, types.value(form.number(), entries.forms(), arguments, null));
    }

    private final class EntryIterator implements Iterator<Map.Entry<K, V>> {

        private int next;

        private EntryIterator() {}

        @Override
        public boolean hasNext() {
            return next < entries.size();
        }

        @Override
        public Map.Entry<K, V> next() {
            if (!hasNext()) {
                throw new NoSuchElementException("snapshot has no further entry entries=" + entries.size());
            }
            return entry(next++);
        }
    }

    /** Releases the files of the snapshot. May be called again. */
    @Override
    public void close() {
        entries.close();
    }
}
