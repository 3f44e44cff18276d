package io.millrace.interaction;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * At which index each key of a map has last changed, and of keys that were removed the newest; so that a follower can
 * continue where it was. For the thread of the map.
 *
 * @param <K> the type of the keys
 */
final class MapPositions<K> {

    private static final int MAX_REMOVED = 10_000;

    /** Keys that are there, and keys that were removed; the one that changed last is last. */
    private final SequencedMap<K, KeyChange<K>> present = new LinkedHashMap<>();

    private final SequencedMap<K, KeyChange<K>> removed = new LinkedHashMap<>();
    private final int maxRemoved;

    /** What was removed up to this index may be forgotten; -1 before the first input. */
    private long floor = -1;

    /** The last input; -1 before the first one. */
    private long last = -1;

    private boolean hasInputs;

    /**
     * A key that has changed.
     *
     * @param key the key
     * @param since when it was put for the first time, or before what is remembered
     * @param at when it has last changed
     * @param isPresent whether it is there
     * @param isAlone whether the input has changed no other key
     */
    record KeyChange<K>(K key, long since, long at, boolean isPresent, boolean isAlone) {}

    MapPositions() {
        this(MAX_REMOVED);
    }

    MapPositions(int maxRemoved) {
        this.maxRemoved = maxRemoved;
    }

    /** Notes a key that is there before the first input. */
    void addFirst(K key) {
        last = 0;
        present.put(key, new KeyChange<>(key, 0, 0, true, false));
    }

    /** Notes an input, whatever it has changed. */
    void taken(long index) {
        if (!hasInputs) {
            hasInputs = true;
            floor = index - 1; // what was before is not known here
        }
        last = index;
    }

    /** Notes that the last input has changed a key, perhaps beside others. */
    void changed(K key, boolean isPresent, boolean isAlone) {
        KeyChange<K> before = Optional.ofNullable(present.remove(key)).orElseGet(() -> removed.remove(key));
        long since = before == null ? last : before.since();
        KeyChange<K> change = new KeyChange<>(key, since, last, isPresent, isAlone);
        if (isPresent) {
            present.put(key, change);
        } else {
            removed.put(key, change);
            if (removed.size() > maxRemoved) {
                floor = Math.max(floor, removed.pollFirstEntry().getValue().at());
            }
        }
    }

    /** Returns the last input. */
    long last() {
        return last;
    }

    /** Returns the last input that has changed a key; -1 where it is not known, or has changed others too. */
    long changedAt(K key) {
        KeyChange<K> change = present.getOrDefault(key, removed.get(key));
        return change == null || !change.isAlone() ? -1 : change.at();
    }

    /** Returns whether all that has changed after an index is known. */
    boolean reaches(long index) {
        return index <= last && (index >= floor || index == -1);
    }

    /** Returns the keys that are there. */
    Iterable<KeyChange<K>> present() {
        return Collections.unmodifiableCollection(present.sequencedValues());
    }

    /** Returns the keys that have changed after an index, also those removed, in the order of their changes. */
    List<KeyChange<K>> changedAfter(long index) {
        List<KeyChange<K>> changes = new ArrayList<>();
        addNewest(present, index, changes);
        addNewest(removed, index, changes);
        changes.sort((one, other) -> Long.compare(one.at(), other.at()));
        return changes;
    }

    private static <K> void addNewest(SequencedMap<K, KeyChange<K>> from, long after, List<KeyChange<K>> to) {
        for (Map.Entry<K, KeyChange<K>> each : from.reversed().entrySet()) {
            if (each.getValue().at() <= after) {
                return;
            }
            to.add(each.getValue());
        }
    }
}
