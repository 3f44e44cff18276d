package io.millrace.map;

import io.millrace.channel.ChannelWriter;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Changes of several keys that are made together: a look-up, in any process and after any crash, sees all of them or
 * none. Nothing is changed before {@link #commit}. The last change of a key counts. One thread at a time.
 *
 * @param <K> the class of keys
 * @param <V> the class of values
 */
public final class MapBatch<K, V> {

    private static final int FIRST_BYTES = 256;

    private final MapStore store;
    private final MapTypes<K, V> types;
    private final BinaryOutput output;
    private final List<Staged> staged = new ArrayList<>();
    private long bytes;

    /** A change, encoded. */
    private record Staged(CallSchema schema, MemorySegment arguments) {}

    MapBatch(MapStore store, MapTypes<K, V> types) {
        this.store = store;
        this.types = types;
        this.output = BinaryOutput.allocate(FIRST_BYTES, store.options().limits());
    }

    /**
     * Adds a put.
     *
     * @throws MapException if key or value are too large; the batch is as it was then
     */
    public MapBatch<K, V> put(K key, V value) {
        encodeKey(key);
        types.writeValue(output, value);
        return add(types.putSchema());
    }

    /**
     * Adds a removal; removing a key that has no value changes nothing.
     *
     * @throws MapException if the key is too large; the batch is as it was then
     */
    public MapBatch<K, V> remove(K key) {
        encodeKey(key);
        return add(types.removedSchema());
    }

    private void encodeKey(K key) {
        output.reset();
        types.writeKey(output, key);
        store.checkKey(output.length());
    }

    private MapBatch<K, V> add(CallSchema schema) {
        store.checkEntry(output.length());
        staged.add(new Staged(schema, MemorySegment.ofArray(output.toByteArray())));
        bytes += output.length();
        return this;
    }

    /** Returns how many changes were added since the last commit. */
    public int size() {
        return staged.size();
    }

    /** Returns the bytes of the encoded changes. */
    public long sizeBytes() {
        return bytes;
    }

    /** Forgets the changes. */
    public void clear() {
        staged.clear();
        bytes = 0;
    }

    /**
     * Makes the changes, and empties the batch. A batch that is not empty after an exception has changed nothing,
     * unless the storage device failed: then its changes may be made. One that is empty was made, and this object could
     * not apply it; the map must be opened again.
     *
     * @throws MapException if the map is read-only, or failed; if it may have several writers, and a segment does not
     *     hold the batch
     * @throws io.millrace.journal.JournalFullException if the disk is full
     */
    public void commit() {
        store.lock().lock();
        try {
            store.checkWritable();
            if (!staged.isEmpty()) {
                store.writeGroup(bytes, staged.size(), this::writeTo);
                clear();
                store.applyOwn();
            }
        } finally {
            store.lock().unlock();
        }
    }

    private void writeTo(ChannelWriter writer) {
        for (Staged change : staged) {
            MemorySegment arguments = change.arguments();
            writer.call(change.schema(), arguments, 0, (int) arguments.byteSize());
        }
    }
}
