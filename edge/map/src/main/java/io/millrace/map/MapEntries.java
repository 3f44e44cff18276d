package io.millrace.map;

import io.millrace.journal.SeekResult;
import io.millrace.journal.SegmentHold;
import io.millrace.wire.BinaryInput;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The entries of a map at one moment, as bytes, in the order of their frames, that in which they were put last where
 * compaction has put none again, or in that of keys. Takes eight bytes for each, and more for those that do not have
 * the newest form. Their segments stay mapped, so that they can be read although compaction removes them meanwhile. One
 * thread at a time.
 */
final class MapEntries implements AutoCloseable {

    private static final int MOST = Integer.MAX_VALUE - 8;

    private final KeyLookup lookup;
    private final MapForm[] forms;
    private final long[] frames;
    private final SegmentHold hold;
    private final long lastIndex;

    /** The forms of entries that do not have the newest one, by their frames. */
    private final Map<Long, Integer> olderForms;

    private long index;

    /** Accepts the entries. */
    interface Entries {
        void entry(MapForm form, BinaryInput arguments);
    }

    private MapEntries(MapStore store, MapForm[] forms, long[] frames, Map<Long, Integer> olderForms) {
        this.hold = hold(store, frames);
        this.lookup = store.newLookup();
        this.lastIndex = store.lastIndex();
        this.forms = forms;
        this.frames = frames;
        this.olderForms = olderForms;
    }

    /** Passes on the encoded keys of entries. */
    interface EncodedKeys {
        void forEach(Consumer<byte[]> each);
    }

    /** Returns the entries of keys, in their order; the keys are asked for under the lock, and have values. */
    static MapEntries of(MapStore store, EncodedKeys keys) {
        store.lock().lock();
        try (KeyLookup lookup = store.newLookup()) {
            store.checkWhole();
            MapForm[] forms = store.forms();
            Map<Long, Integer> olderForms = new HashMap<>();
            List<byte[]> encoded = new ArrayList<>();
            keys.forEach(encoded::add);
            long[] frames = new long[encoded.size()];
            for (int entry = 0; entry < frames.length; entry++) {
                byte[] key = encoded.get(entry);
                if (!store.find(lookup.use(MemorySegment.ofArray(key), 0, key.length))) {
                    throw new IllegalStateException("ordered key has no entry directory=" + store.directory());
                }
                frames[entry] = lookup.frames().index();
                if (lookup.form() != forms.length) {
                    olderForms.put(frames[entry], lookup.form());
                }
            }
            return new MapEntries(store, forms, frames, olderForms);
        } finally {
            store.lock().unlock();
        }
    }

    static MapEntries of(MapStore store) {
        store.lock().lock();
        try {
            store.checkWhole();
            MapForm[] forms = store.forms();
            if (store.size() > MOST) {
                throw new MapException("map has too many keys for a snapshot directory=" + store.directory() + " keys="
                        + store.size() + " limit=" + MOST);
            }
            long[] frames = new long[(int) store.size()];
            Map<Long, Integer> olderForms = new HashMap<>();
            int[] count = {0};
            store.index().forEach((frame, form) -> {
                frames[count[0]++] = frame;
                if (form != forms.length) {
                    olderForms.put(frame, form);
                }
            });
            Arrays.sort(frames);
            return new MapEntries(store, forms, frames, olderForms);
        } finally {
            store.lock().unlock();
        }
    }

    /** Returns what keeps the segments of the frames mapped; the index has them, and the caller its lock. */
    private static SegmentHold hold(MapStore store, long[] frames) {
        SegmentHold hold = SegmentHold.of(store.channel().journal().orElseThrow());
        for (long frame : frames) {
            if (!hold.add(frame)) {
                hold.close();
                throw MapDirectory.lost(store.directory(), frame, SeekResult.BEFORE_START);
            }
        }
        return hold;
    }

    /** Returns the index of the last change before this moment. */
    long lastIndex() {
        return lastIndex;
    }

    int size() {
        return frames.length;
    }

    MapForm[] forms() {
        return forms;
    }

    /** Moves to an entry and returns its form. */
    MapForm moveTo(int entry) {
        index = frames[entry];
        lookup.moveTo(index);
        return forms[olderForms.getOrDefault(index, forms.length) - 1];
    }

    /** Returns the input at the arguments of the entry, key and value. */
    BinaryInput arguments() {
        return lookup.arguments();
    }

    /** Calls back for each entry. */
    void forEach(Entries entries) {
        for (int entry = 0; entry < frames.length; entry++) {
            MapForm form = moveTo(entry);
            entries.entry(form, arguments());
        }
    }

    /** Returns the length of the key of the entry. */
    int keyLength(MapForm form) {
        return form.keyLength(lookup.whole());
    }

    /** Returns the index of the frame of the entry. */
    long index() {
        return index;
    }

    MemorySegment segment() {
        return lookup.frames().segment();
    }

    long offset() {
        return lookup.frames().offset();
    }

    @Override
    public void close() {
        lookup.close();
        hold.close();
    }
}
