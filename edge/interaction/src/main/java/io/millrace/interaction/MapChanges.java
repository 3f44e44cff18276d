package io.millrace.interaction;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The keys of which one follower does not have the newest value: at first all of its range. A follower that is slow, or
 * gives no credit, costs the keys alone: each at most once, however often it changes.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
final class MapChanges<K extends Comparable<K>, V> implements EventSource<MapRange<K>> {

    private final ServedMap<K, V> map;
    private final Supplier<String> index;
    private final MapListener<K, V> listener;
    private final Consumer<K> watcher = this::changed;

    /** Keys in the range whose newest value was not sent. */
    private final Set<K> pending = new LinkedHashSet<>();

    /** Keys in the range that the follower has a value of. */
    private final Set<K> known = new HashSet<>();

    private MapRange<K> range;
    private boolean isLive;
    private Runnable whenEnded = () -> {};

    MapChanges(ServedMap<K, V> map, Supplier<String> index, MapRange<K> range, MapListener<K, V> listener) {
        this.map = map;
        this.index = index;
        this.range = range;
        this.listener = listener;
    }

    void begin(Runnable afterwards) {
        whenEnded = afterwards;
        addAll();
        map.watch(watcher);
    }

    private void addAll() {
        for (K key : map.values().keySet()) {
            if (range.contains(key) && !known.contains(key)) {
                pending.add(key);
            }
        }
    }

    private void changed(K key) {
        if (!range.contains(key)) {
            return;
        }
        if (map.values().containsKey(key) || known.contains(key)) {
            pending.add(key);
        } else {
            pending.remove(key);
        }
    }

    @Override
    public void filtered(MapRange<K> next) {
        range = next;
        known.removeIf(key -> !next.contains(key));
        pending.removeIf(key -> !next.contains(key));
        addAll();
    }

    @Override
    public boolean next(MapRange<K> filter) {
        if (pending.isEmpty()) {
            if (!isLive) {
                isLive = true;
                listener.live(index.get());
            }
            return false;
        }
        K key = pending.iterator().next();
        pending.remove(key);
        V value = map.values().get(key);
        if (value == null) {
            known.remove(key);
            listener.removed(index.get(), key);
        } else {
            known.add(key);
            listener.value(index.get(), key, value);
        }
        return true;
    }

    @Override
    public void ended(String reason) {
        map.unwatch(watcher);
        pending.clear();
        known.clear();
        whenEnded.run();
    }
}
