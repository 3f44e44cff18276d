package io.millrace.interaction;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Serves a {@link ServedMap}: what changes it goes through its inputs, what reads it is answered at the index of the
 * last input. For the thread of the map.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public class MapServer<K extends Comparable<K>, V> implements MapService<K, V> {

    private final ServedMap<K, V> map;
    private final InputLog<? extends MapInputs<K, V>> inputs;
    private final MapPositions<K> positions = new MapPositions<>();
    private final List<Follower<K, V>> followers = new ArrayList<>();

    /** Keys that the last input has changed. */
    private final Set<K> changed = new LinkedHashSet<>();

    private record Follower<K extends Comparable<K>, V>(
            MapChanges<K, V> changes, ServedSubscription<MapRange<K>> subscription) {}

    /**
     * Creates the service of a map.
     *
     * @param map the map, which gets its inputs from nowhere else
     * @param inputs its inputs
     */
    public MapServer(ServedMap<K, V> map, InputLog<? extends MapInputs<K, V>> inputs) {
        this.map = map;
        this.inputs = inputs;
        map.values().keySet().forEach(positions::addFirst);
        map.watch(changed::add);
        inputs.onApplied(this::taken);
        inputs.outcomes(map::outcome);
    }

    private void taken() {
        positions.taken(inputs.position());
        boolean isAlone = changed.size() == 1;
        for (K key : changed) {
            positions.changed(key, map.values().containsKey(key), isAlone);
            followers.forEach(each -> each.changes().changed(key));
        }
        changed.clear();
        List.copyOf(followers).forEach(each -> each.subscription().pump());
    }

    @Override
    public MapValue<V> get(K key) {
        return new MapValue<>(inputs.index(), map.values().get(required(key)));
    }

    private K required(K key) {
        if (key == null) {
            throw new InteractionException("key is missing key=null");
        }
        return key;
    }

    @Override
    public CompletionStage<String> put(K key, V value) {
        required(key);
        if (value == null) {
            throw new InteractionException("value is missing key=" + key + " value=null");
        }
        return inputs.append(input -> input.put(key, value)).thenApply(taken -> {
            taken.outcome();
            return taken.index();
        });
    }

    @Override
    public CompletionStage<Boolean> remove(K key) {
        required(key);
        return inputs.append(input -> input.remove(key)).thenApply(taken -> (Boolean) taken.outcome());
    }

    @Override
    public <R> CompletionStage<R> visit(K key, Visitor<MapEntry<K, V>, R> visitor) {
        required(key);
        Objects.requireNonNull(visitor, "visitor");
        if (visitor instanceof UpdateVisitor<MapEntry<K, V>, R> update) {
            return inputs.append(input -> input.update(key, update)).thenApply(taken -> {
                @SuppressWarnings("unchecked") // the outcome of this visitor, which returns R
                R result = (R) taken.outcome();
                return result;
            });
        }
        return CompletableFuture.completedStage(map.read(key, visitor));
    }

    @Override
    public MapKeys<K> keys() {
        return new Keys();
    }

    @Override
    public Subscription<MapRange<K>> follow(MapRange<K> range, MapListener<K, V> listener) {
        Objects.requireNonNull(range, "range");
        MapChanges<K, V> changes = new MapChanges<>(map, positions, inputs, range, listener);
        Follower<K, V> follower = new Follower<>(changes, new ServedSubscription<>(range, listener, changes));
        changes.begin(() -> followers.remove(follower));
        followers.add(follower);
        return follower.subscription();
    }

    /** Returns how many follow. */
    public int followers() {
        return followers.size();
    }

    /** The keys as they are when they are asked for. */
    private final class Keys implements MapKeys<K> {

        private boolean isClosed;

        private NavigableMap<K, V> open() {
            if (isClosed) {
                throw new InteractionException("the keys were closed");
            }
            return map.values();
        }

        @Override
        public int size() {
            return open().size();
        }

        @Override
        public boolean contains(K key) {
            return open().containsKey(required(key));
        }

        @Override
        public List<K> page(K after, int count) {
            if (count < 1 || count > MAX_PAGE) {
                throw new InteractionException("page has 1 to " + MAX_PAGE + " keys count=" + count);
            }
            NavigableMap<K, V> rest = after == null ? open() : open().tailMap(after, false);
            return rest.keySet().stream().limit(count).toList();
        }

        @Override
        public CompletionStage<Boolean> remove(K key) {
            open();
            return MapServer.this.remove(key);
        }

        @Override
        public void close() {
            isClosed = true;
        }
    }
}
