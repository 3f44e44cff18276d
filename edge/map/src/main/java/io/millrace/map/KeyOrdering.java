package io.millrace.map;

import java.util.function.Consumer;

/**
 * The ordered index of a persisted map: its keys, for the thread that has the lock of the map. Where the entry of a key
 * is, the index of the map says, so that what compaction puts again changes nothing here.
 */
final class KeyOrdering<K> implements AppliedKeys {

    private static final long NO_POSITION = 0;

    private final MapTypes<K, ?> types;
    private final OrderedKeys<K> keys = new OrderedKeys<>();

    private KeyOrdering(MapTypes<K, ?> types) {
        this.types = types;
    }

    /** Returns the ordered index that options ask for; null for none. */
    static <K> KeyOrdering<K> of(MapTypes<K, ?> types, MapOptions options) {
        if (options.order() == KeyOrder.NONE) {
            return null;
        }
        OrderedKeys.requireComparable(types.where(), types.keyType());
        return new KeyOrdering<>(types);
    }

    @Override
    public void key(MapCall call, MapForm[] forms, KeyLookup key) {
        types.check(forms);
        K decoded = types.ownKey(key.keyInput());
        if (call == MapCall.REMOVED) {
            keys.remove(decoded, key.bytes());
        } else {
            keys.put(decoded, key.bytes(), NO_POSITION);
        }
    }

    @Override
    public void restarted() {
        keys.clear();
    }

    /** Passes on the encoded keys of a range, in their order. */
    void forEach(KeyRange<K> range, Consumer<byte[]> each) {
        keys.forEach(range, (key, _) -> each.accept(key));
    }
}
