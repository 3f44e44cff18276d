package io.millrace.map;

import io.millrace.journal.Index;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.Wire;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A persisted key-value store in a directory, which one process changes, or several with {@link
 * MapOptions#withOwnership}, and any number of processes read. It is a view of a journal: each change is a frame, and
 * what the map holds is a function of the frames. It grows without being sized.
 *
 * <p>Any thread may call any method. A look-up never waits for a change in another process. In a single owner it takes
 * no lock, unless a batch takes long to apply; in other objects it applies what is new before, or waits until another
 * thread of its process has. The changes of a process are made one at a time, those of several processes in the order
 * of the journal: a change waits until those before it are written, at most {@link MapOptions#fenceAfter} for a process
 * that was killed or stopped in the middle of one. A look-up sees each change that has returned before, in every
 * process, as far as the chosen level allows. Keys are equal where their encoded bytes are, whatever {@code equals} of
 * their class says. Neither keys nor values are null.
 *
 * <p>A map object holds its index in memory, 32 to 86 bytes for each key, and makes it when it is opened by reading the
 * journal, of which {@link Compaction} removes what is no longer needed.
 *
 * @param <K> the class of keys
 * @param <V> the class of values
 */
public final class PersistentMap<K, V> implements AutoCloseable {

    private final MapStore store;
    private final MapTypes<K, V> types;

    /** Null where ranges are refused. */
    private final KeyOrdering<K> order;

    private final Lookups lookups;
    private final ReentrantLock lock;

    /** Whether the last call of a change was refused; under the lock. */
    private boolean refused;

    private PersistentMap(MapStore store, MapTypes<K, V> types, KeyOrdering<K> order) {
        this.store = store;
        this.types = types;
        this.order = order;
        this.lookups = store.lookups();
        this.lock = store.lock();
    }

    /** Opens a map for reading and writing as {@link #open(Path, Class, Class, MapOptions)} does, by default. */
    public static <K, V> PersistentMap<K, V> open(Path directory, Class<K> keyType, Class<V> valueType) {
        return open(directory, keyType, valueType, MapOptions.defaults());
    }

    /**
     * Opens a map for reading and writing, and creates it where the directory does not exist or is empty. It is the
     * only one that does until it is closed, or its process ends however it may; with {@link
     * MapOptions#withOwnership} {@code SHARED} others may do so too, all with that option.
     *
     * @param directory its directory
     * @param keyType the class of keys: any that {@link Wire} knows and that contains no set and no map
     * @param valueType the class of values: any that {@link Wire} knows
     * @param options how it is opened
     * @throws io.millrace.journal.JournalLockedException if another map object is open for writing, and not both are
     *     {@code SHARED}
     * @throws io.millrace.journal.JournalDamagedException if its files are damaged
     * @throws io.millrace.journal.JournalFullException if the disk is full
     * @throws MapException if the directory holds something else, a map of a newer version, or one of other types
     */
    public static <K, V> PersistentMap<K, V> open(
            Path directory, Class<K> keyType, Class<V> valueType, MapOptions options) {
        return open(directory, keyType, valueType, options, MapFaultInjector.NONE);
    }

    /**
     * Opens a map as {@link #open(Path, Class, Class, MapOptions)} does, for proofs: with an injector that is told of
     * each step of the map and of its journal.
     */
    public static <K, V> PersistentMap<K, V> open(
            Path directory, Class<K> keyType, Class<V> valueType, MapOptions options, MapFaultInjector injector) {
        MapTypes<K, V> types = new MapTypes<>(where(directory), keyType, valueType, Wire.of(options.types()));
        KeyOrdering<K> order = KeyOrdering.of(types, options);
        return of(MapStore.open(directory, options, injector, keys(order)), types, order);
    }

    /** Opens a map for reading as {@link #openReadOnly(Path, Class, Class, MapOptions)} does, by default. */
    public static <K, V> PersistentMap<K, V> openReadOnly(Path directory, Class<K> keyType, Class<V> valueType) {
        return openReadOnly(directory, keyType, valueType, MapOptions.defaults());
    }

    /**
     * Opens a map that exists for reading only, in this process or another one than its owner. Takes no lock and needs
     * no write permission. It follows the owner: each look-up sees what was written before it.
     *
     * @throws io.millrace.journal.JournalException if there is no map
     * @throws io.millrace.journal.JournalDamagedException if its files are damaged
     * @throws MapException if the directory holds something else, a map of a newer version, or one of other types
     */
    public static <K, V> PersistentMap<K, V> openReadOnly(
            Path directory, Class<K> keyType, Class<V> valueType, MapOptions options) {
        MapTypes<K, V> types = new MapTypes<>(where(directory), keyType, valueType, Wire.of(options.types()));
        KeyOrdering<K> order = KeyOrdering.of(types, options);
        return of(MapStore.openReadOnly(directory, options, keys(order)), types, order);
    }

    private static String where(Path directory) {
        return "directory=" + directory;
    }

    private static AppliedKeys keys(KeyOrdering<?> order) {
        return order == null ? AppliedKeys.NONE : order;
    }

    private static <K, V> PersistentMap<K, V> of(MapStore store, MapTypes<K, V> types, KeyOrdering<K> order) {
        try {
            types.check(store.forms());
            return new PersistentMap<>(store, types, order);
        } catch (RuntimeException | Error e) {
            MapStore.closeAfter(e, store::close);
            throw e;
        }
    }

    /** Returns the directory. */
    public Path directory() {
        return store.directory();
    }

    /** Returns whether this object was opened for reading only. */
    public boolean isReadOnly() {
        return store.isReadOnly();
    }

    /** Returns the value of a key, or null. */
    public V get(K key) {
        return get(key, null);
    }

    /**
     * Returns the value of a key, or null: for a mutable class in an earlier value, which then allocates nothing beyond
     * what its fields need.
     *
     * @param key the key
     * @param reuse a value that is changed and returned, or null for a new one
     */
    public V get(K key, V reuse) {
        KeyLookup lookup = take();
        try {
            encodeKey(lookup, key);
            return store.find(lookup.useOutput()) ? value(lookup, reuse) : null;
        } finally {
            lookups.giveBack(lookup);
        }
    }

    /** Returns whether there is a value of a key. */
    public boolean containsKey(K key) {
        KeyLookup lookup = take();
        try {
            encodeKey(lookup, key);
            return store.find(lookup.useOutput());
        } finally {
            lookups.giveBack(lookup);
        }
    }

    /** Returns how many keys there are. */
    public long size() {
        store.refresh();
        return store.size();
    }

    /** Returns whether there is no key. */
    public boolean isEmpty() {
        return size() == 0;
    }

    private KeyLookup take() {
        store.refresh();
        types.check(store.forms());
        return lookups.take();
    }

    /** Writes a key to the output of a look-up, and returns its length. */
    private int encodeKey(KeyLookup lookup, K key) {
        BinaryOutput out = lookup.output;
        out.reset();
        types.writeKey(out, key);
        store.checkKey(out.length());
        return out.length();
    }

    /** Finds a key that is to be changed, and notes its entry; returns whether it has one. */
    private boolean find(KeyLookup lookup, K key) {
        encodeKey(lookup, key);
        boolean isThere = store.find(lookup.useOutput());
        lookup.expect(isThere ? lookup.frames().index() : Index.NONE);
        return isThere;
    }

    private V value(KeyLookup lookup, V reuse) {
        return types.value(lookup.form(), store.forms(), lookup.value(), reuse);
    }

    /**
     * Puts a value in place of the earlier one, if there is one. When this returns, the change survives the death of
     * the process; a loss of power once {@link #sync()} has returned. A map that was opened with {@code SYNCED} syncs
     * each change without that call, and does not wait for it here.
     *
     * @throws MapException if the map is read-only, or key or value are too large
     * @throws io.millrace.journal.JournalFullException if the disk is full; nothing was changed then
     * @throws io.millrace.wire.WireException if the key or the value cannot be written
     */
    public void put(K key, V value) {
        change(lookup -> {
            encodeKey(lookup, key);
            lookup.expect(KeyLookup.ANY);
            write(lookup, value);
            return null;
        });
    }

    /** Puts a value unless the key has one, and returns whether it had none. */
    public boolean putIfAbsent(K key, V value) {
        return change(lookup -> {
            boolean absent = !find(lookup, key);
            if (absent) {
                write(lookup, value);
            }
            return absent;
        });
    }

    /** Puts a value if the key has one, and returns whether it had one. */
    public boolean replace(K key, V value) {
        return change(lookup -> {
            boolean present = find(lookup, key);
            if (present) {
                write(lookup, value);
            }
            return present;
        });
    }

    /** Puts a value if the key has the expected one, by encoded bytes, and returns whether it had it. */
    public boolean replace(K key, V expected, V value) {
        return change(lookup -> {
            boolean same = find(lookup, key) && isSame(value(lookup, null), expected);
            if (same) {
                write(lookup, value);
            }
            return same;
        });
    }

    /** Removes a key, and returns whether it had a value. */
    public boolean remove(K key) {
        return change(lookup -> {
            boolean present = find(lookup, key);
            if (present) {
                remove(lookup);
            }
            return present;
        });
    }

    /** Removes a key if it has the expected value, by encoded bytes, and returns whether it had it. */
    public boolean remove(K key, V expected) {
        return change(lookup -> {
            boolean same = find(lookup, key) && isSame(value(lookup, null), expected);
            if (same) {
                remove(lookup);
            }
            return same;
        });
    }

    /**
     * Puts what a function makes of the earlier value, null where there is none; removes the key where it returns null.
     * No other thread of this process changes the map meanwhile, and the function must not do so. Where another process
     * has changed the key meanwhile, the function is called again.
     *
     * @return the new value, or null
     * @throws MapException if the function changes the map
     */
    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        Objects.requireNonNull(function, "function");
        return change(lookup -> {
            V old = find(lookup, key) ? value(lookup, null) : null;
            V made = store.withoutChanges(() -> function.apply(key, old));
            if (made != null) {
                write(lookup, made);
            } else if (old != null) {
                remove(lookup);
            }
            return made;
        });
    }

    /**
     * Puts what a function makes where the key has no value, unless that is null.
     *
     * @return the value that the key has then, or null
     */
    V computeIfAbsent(K key, Function<? super K, ? extends V> function) {
        Objects.requireNonNull(function, "function");
        return change(lookup -> {
            if (find(lookup, key)) {
                return value(lookup, null);
            }
            V made = store.withoutChanges(() -> function.apply(key));
            if (made != null) {
                write(lookup, made);
            }
            return made;
        });
    }

    /** Writes a put; the output has the key, and nothing was written where the value is refused. */
    private void write(KeyLookup lookup, V value) {
        types.writeValue(lookup.output, value);
        refused = !store.writeIf(types.putSchema(), lookup);
    }

    /** Writes a removal; the output has the key. */
    private void remove(KeyLookup lookup) {
        refused = !store.writeIf(types.removedSchema(), lookup);
    }

    private boolean isSame(V found, V expected) {
        BinaryOutput one = BinaryOutput.allocate(256, store.options().limits());
        BinaryOutput other = BinaryOutput.allocate(256, store.options().limits());
        types.writeValue(one, found);
        types.writeValue(other, expected);
        return MemorySegment.mismatch(
                        one.segment(), one.start(), one.position(), other.segment(), other.start(), other.position())
                < 0;
    }

    /** A change, with the look-up that it may use. */
    private interface Change<T> {
        T with(KeyLookup lookup);
    }

    /** Makes a change, again where another process has changed the key between its look-up and its call. */
    private <T> T change(Change<T> change) {
        lock.lock();
        try {
            KeyLookup lookup = lookups.take();
            try {
                T result;
                do {
                    refused = false;
                    store.beforeChange();
                    result = change.with(lookup);
                } while (refused);
                return result;
            } finally {
                lookups.giveBack(lookup);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Returns a new batch of changes, which are made together or not at all. */
    public MapBatch<K, V> batch() {
        return new MapBatch<>(store, types);
    }

    /**
     * Returns the entries of this moment, in the order in which they were put last, where compaction has put none
     * again. Changes that are made later do not appear in it. Takes eight bytes for each key, and the disk space of
     * its entries until it is closed.
     */
    public MapSnapshot<K, V> snapshot() {
        store.refresh();
        types.check(store.forms());
        return new MapSnapshot<>(MapEntries.of(store), types);
    }

    /**
     * Returns the entries of a range at this moment, in the order of keys. Changes that are made later do not appear in
     * it. Takes eight bytes for each key of the range, and the disk space of its entries until it is closed.
     *
     * @throws MapException if the map has no ordered index, see {@link MapOptions#withOrder}
     */
    public MapSnapshot<K, V> range(KeyRange<K> range) {
        if (order == null) {
            throw OrderedKeys.missing(where(store.directory()));
        }
        store.refresh();
        types.check(store.forms());
        return new MapSnapshot<>(MapEntries.of(store, each -> order.forEach(range, each)), types);
    }

    /** Calls back for each entry of this moment, in the order of {@link #snapshot}. */
    public void forEach(BiConsumer<? super K, ? super V> action) {
        try (MapSnapshot<K, V> snapshot = snapshot()) {
            snapshot.forEach(entry -> action.accept(entry.getKey(), entry.getValue()));
        }
    }

    /**
     * Opens this map as it was after the change at an index, for reading only. Its user closes it. It reads the
     * journal, has an index of its own, and takes the disk space of its entries until it is closed.
     *
     * @param index an index that {@link #lastIndex()} or a follower has returned, or any later one up to the last call
     * @throws MapException if compaction has removed what the map held then, with the oldest index that can be asked
     *     for;
     *     if the index is after the last call
     */
    public PersistentMap<K, V> asOf(long index) {
        MapTypes<K, V> asked = newTypes();
        KeyOrdering<K> ordering = KeyOrdering.of(asked, store.options());
        return of(MapStore.openAsOf(store.directory(), store.options(), index, keys(ordering)), asked, ordering);
    }

    private MapTypes<K, V> newTypes() {
        Wire wire = Wire.of(store.options().types());
        return new MapTypes<>(where(store.directory()), types.keyType(), types.valueType(), wire);
    }

    /**
     * Returns what reads the changes after an index, also those of other processes; its user closes it. With the
     * index of a {@link MapSnapshot} they are those that it lacks.
     *
     * @param after an index that {@link #lastIndex()}, a snapshot or a follower has returned; -1 for all changes of a
     *     map
     *     of which compaction has removed nothing
     * @throws MapException if compaction has removed the call at that index, with the oldest one that can be followed
     */
    public MapFollower<K, V> follow(long after) {
        return new MapFollower<>(ChangeLog.open(store.directory(), store.options(), after), newTypes());
    }

    /**
     * Returns a view of this map for code that expects a {@link ConcurrentMap}. Its compound operations are atomic. Its
     * iterators go through a snapshot; {@code clear} removes key after key.
     */
    public ConcurrentMap<K, V> asConcurrentMap() {
        return new ConcurrentView<>(this, types.keyType(), types.valueType());
    }

    /**
     * Waits until everything that was put and removed so far survives a loss of power.
     *
     * @throws MapException if the map is read-only
     * @throws io.millrace.journal.JournalException if the storage device reports an error
     */
    public void sync() {
        store.sync();
    }

    /** Returns the index of the last change that this object has applied, or -1. */
    public long lastIndex() {
        return store.lastIndex();
    }

    /** Returns the hash by which keys are found now. */
    public KeyHash keyHash() {
        return store.index().kind();
    }

    /** Closes the map; a thread that still uses it gets an exception. May be called again. */
    @Override
    public void close() {
        store.close();
    }
}
