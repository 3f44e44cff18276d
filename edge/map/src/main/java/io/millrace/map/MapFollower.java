package io.millrace.map;

import io.millrace.wire.BinaryInput;

/**
 * Reads the changes of a map as they are made, in any process: each put and each removal once, in their order, those of
 * a batch together. What compaction puts again is no change and is passed over. Where the follower is so slow that
 * compaction removes changes before it has read them, the next call says so; it then begins with a new snapshot. One
 * thread at a time.
 *
 * @param <K> the class of keys
 * @param <V> the class of values
 */
public final class MapFollower<K, V> implements AutoCloseable {

    private final ChangeLog log;
    private final MapTypes<K, V> types;

    MapFollower(ChangeLog log, MapTypes<K, V> types) {
        this.log = log;
        this.types = types;
    }

    /**
     * Passes on the next change, or those of the next batch, if there are some now. Changes count as passed on also
     * where the receiver throws.
     *
     * @return how many changes were passed on; 0 if there is none now
     * @throws MapException if compaction has removed the next changes, or the map has other types
     */
    public int poll(MapChanges<? super K, ? super V> changes) {
        return log.poll((form, read) -> {
            if (form.number() == 0) {
                changes.removed(types.removedKey(form, read.limited()));
                return;
            }
            types.check(log.forms());
            BinaryInput arguments = read.limited();
            K key = types.key(form.number(), log.forms(), arguments);
            changes.put(key, types.value(form.number(), log.forms(), arguments, null));
        });
    }

    /** Returns the index after which a new follower continues: that of the last change that was passed on, or later. */
    public long index() {
        return log.index();
    }

    /** Releases the files. May be called again. */
    @Override
    public void close() {
        log.close();
    }
}
