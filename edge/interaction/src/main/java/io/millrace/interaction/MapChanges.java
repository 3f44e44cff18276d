package io.millrace.interaction;

import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The keys of which one follower does not have the newest value: at first all of its range, or those that have changed
 * after the point where an earlier subscription has ended. A follower that is slow, or gives no credit, costs the keys
 * alone: each at most once, however often it changes.
 *
 * <p>The keys wait in the order of the first change that the follower has not seen. So everything before that change of
 * the first one has been sent, which is up to where the follower is complete.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
final class MapChanges<K extends Comparable<K>, V> implements EventSource<MapRange<K>> {

    private final ServedMap<K, V> map;
    private final MapPositions<K> positions;
    private final Supplier<String> index;
    private final String log;
    private final MapListener<K, V> listener;

    /** Keys in the range whose newest value was not sent, with the index of the first change that was not. */
    private final LinkedHashMap<K, Long> pending = new LinkedHashMap<>();

    /** Keys in the range that the follower has a value of. */
    private final Set<K> known = new HashSet<>();

    private MapRange<K> range;
    private boolean isLive;
    private boolean isFiltered;
    private Runnable whenEnded = () -> {};

    MapChanges(
            ServedMap<K, V> map,
            MapPositions<K> positions,
            InputLog<?> inputs,
            MapRange<K> range,
            MapListener<K, V> listener) {
        this.map = map;
        this.positions = positions;
        this.index = inputs::index;
        this.log = inputs.log();
        this.range = range;
        this.listener = listener;
    }

    void begin(Runnable afterwards) {
        whenEnded = afterwards;
        long after = after();
        for (MapPositions.KeyChange<K> each : positions.present()) {
            if (each.at() <= after && range.contains(each.key())) {
                known.add(each.key());
            }
        }
        for (MapPositions.KeyChange<K> each : positions.changedAfter(after)) {
            if (range.contains(each.key())) {
                boolean isKnown = after >= 0 && each.since() <= after;
                if (isKnown) {
                    known.add(each.key());
                }
                if (isKnown || each.isPresent()) {
                    pending.put(each.key(), each.at());
                }
            }
        }
    }

    /** Returns up to which index the follower has seen everything; -1 for nothing. */
    private long after() {
        ResumePoint wanted = listener.after().orElse(ResumePoint.START);
        if (wanted.isStart()) {
            return -1;
        }
        if (!wanted.log().equals(log)) {
            listener.restarted("the map is of another log log=" + log + " expected=" + wanted.log());
            return -1;
        }
        if (!positions.reaches(wanted.index())) {
            listener.restarted("it is no longer known what has changed after this index index=" + wanted.index()
                    + " last=" + positions.last());
            return -1;
        }
        return wanted.index();
    }

    /** Notes a key that the last input has changed. */
    void changed(K key) {
        if (!range.contains(key)) {
            return;
        }
        if (map.values().containsKey(key) || known.contains(key)) {
            pending.putIfAbsent(key, positions.last());
        } else {
            pending.remove(key);
        }
    }

    @Override
    public void filtered(MapRange<K> next) {
        isFiltered = true; // keys that come into the range have changed before what was sent
        range = next;
        known.removeIf(key -> !next.contains(key));
        pending.keySet().removeIf(key -> !next.contains(key));
        for (K key : map.values().keySet()) {
            if (next.contains(key) && !known.contains(key)) {
                pending.putIfAbsent(key, positions.last());
            }
        }
    }

    @Override
    public boolean next(MapRange<K> filter) {
        if (pending.isEmpty()) {
            if (!isLive) {
                isLive = true;
                tellPosition(positions.last(), -1);
                listener.live(index.get());
            }
            return false;
        }
        Iterator<K> first = pending.keySet().iterator();
        K key = first.next();
        first.remove();
        tellPosition(complete(), positions.changedAt(key));
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

    private long complete() {
        return pending.isEmpty()
                ? positions.last()
                : pending.values().iterator().next() - 1;
    }

    private void tellPosition(long complete, long event) {
        if (!isFiltered) {
            listener.position(new ResumePoint(log, complete), event);
        }
    }

    @Override
    public void ended(String reason) {
        pending.clear();
        known.clear();
        whenEnded.run();
    }
}
