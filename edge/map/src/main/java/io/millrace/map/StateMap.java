package io.millrace.map;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.Wire;
import io.millrace.wire.WireLimits;
import io.millrace.wire.WireTypes;
import java.lang.foreign.MemorySegment;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;

/**
 * A map as the state of a component: its entries are encoded and outside the heap, so that a large state costs the
 * garbage collector nothing, and a value that was put or returned is a copy. A look-up sees what the same input has
 * put. What each method returns depends on the earlier changes alone, also the order of entries: so the map is the same
 * in every replay. A snapshot of the component writes the entries by {@link #forEach} as calls, and these put them
 * again.
 *
 * <p>Keys are equal where their encoded bytes are. Neither keys nor values are null. One thread at a time: that of the
 * component.
 *
 * @param <K> the class of keys: any that {@link Wire} knows and that contains no set and no map
 * @param <V> the class of values: any that {@link Wire} knows
 */
public final class StateMap<K, V> {

    /** The longest encoded key in bytes, as in a persistent map: 1 MiB. */
    public static final int LONGEST_KEY_BYTES = MapOptions.LONGEST_KEY_BYTES;

    private static final String WHERE = "map=state";
    private static final int FIRST_BYTES = 512;

    private final MapTypes<K, V> types;
    private final StateTable table = new StateTable();
    private final BinaryOutput output;
    private final BinaryInput input = new BinaryInput(WireLimits.defaults());

    /** Null where no range is asked for. */
    private final OrderedKeys<K> order;

    /** Whether a function of the user is being called. */
    private boolean calling;

    private StateMap(MapTypes<K, V> types, KeyOrder order) {
        this.types = types;
        this.output = BinaryOutput.allocate(FIRST_BYTES, WireLimits.defaults());
        this.order = order == KeyOrder.NATURAL ? new OrderedKeys<>() : null;
    }

    /** Returns an empty map without ranges, whose keys and values need no further types. */
    public static <K, V> StateMap<K, V> of(Class<K> keyType, Class<V> valueType) {
        return of(keyType, valueType, KeyOrder.NONE, WireTypes.none());
    }

    /** Returns an empty map with ranges or without them, whose keys and values need no further types. */
    public static <K, V> StateMap<K, V> of(Class<K> keyType, Class<V> valueType, KeyOrder order) {
        return of(keyType, valueType, order, WireTypes.none());
    }

    /**
     * Returns an empty map.
     *
     * @param keyType the class of keys
     * @param valueType the class of values
     * @param order whether it serves ranges
     * @param allowed the types that keys and values may contain besides those that their classes declare
     * @throws MapException if a key contains a set or a map, or has no order that is asked for
     */
    public static <K, V> StateMap<K, V> of(Class<K> keyType, Class<V> valueType, KeyOrder order, WireTypes allowed) {
        Objects.requireNonNull(order, "order");
        MapTypes<K, V> types = new MapTypes<>(WHERE, keyType, valueType, Wire.of(allowed));
        if (order == KeyOrder.NATURAL) {
            OrderedKeys.requireComparable(WHERE, keyType);
        }
        return new StateMap<>(types, order);
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
        long entry = find(key);
        return entry == StateTable.NONE ? null : value(entry, reuse);
    }

    /** Returns the value of a key, or another one where it has none. */
    public V getOrDefault(K key, V otherwise) {
        V value = get(key, null);
        return value == null ? otherwise : value;
    }

    /** Returns whether there is a value of a key. */
    public boolean containsKey(K key) {
        return find(key) != StateTable.NONE;
    }

    /** Returns how many keys there are. */
    public int size() {
        return table.size();
    }

    /** Returns whether there is no key. */
    public boolean isEmpty() {
        return size() == 0;
    }

    /** Returns how many bytes the map takes outside the heap. */
    public long bytes() {
        return table.bytes();
    }

    /**
     * Puts a value in position of the earlier one, if there is one; the key keeps its position in the order of {@link
     * #forEach} then.
     *
     * @throws MapException if the key is too long; nothing was changed
     * @throws io.millrace.wire.WireException if the key or the value cannot be written; nothing was changed
     */
    public void put(K key, V value) {
        checkChange();
        int keyLength = encodeKey(key);
        store(table.find(output, keyLength), keyLength, value);
    }

    /** Puts a value unless the key has one, and returns whether it had none. */
    public boolean putIfAbsent(K key, V value) {
        checkChange();
        int keyLength = encodeKey(key);
        boolean absent = table.find(output, keyLength) == StateTable.NONE;
        if (absent) {
            store(StateTable.NONE, keyLength, value);
        }
        return absent;
    }

    /** Removes a key, and returns whether it had a value. */
    public boolean remove(K key) {
        checkChange();
        long entry = find(key);
        if (entry == StateTable.NONE) {
            return false;
        }
        if (order != null) {
            order.remove(key(entry), output.toByteArray());
        }
        table.remove(entry);
        return true;
    }

    /**
     * Puts what a function makes of the earlier value, null where there is none; removes the key where it returns null.
     *
     * @return the new value, or null
     * @throws MapException if the function changes the map
     */
    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> function) {
        checkChange();
        V old = get(key);
        V made;
        calling = true;
        try {
            made = function.apply(key, old);
        } finally {
            calling = false;
        }
        if (made != null) {
            put(key, made);
        } else if (old != null) {
            remove(key);
        }
        return made;
    }

    /** Removes all keys. */
    public void clear() {
        checkChange();
        table.clear();
        if (order != null) {
            order.clear();
        }
    }

    /**
     * Calls back for each entry, in the order in which the keys were put first since they were absent. The action must
     * not change the map.
     *
     * @throws MapException if the action changes the map
     */
    public void forEach(BiConsumer<? super K, ? super V> action) {
        boolean before = calling;
        calling = true;
        try {
            for (long entry = table.first(); entry != StateTable.NONE; entry = table.next(entry)) {
                action.accept(key(entry), value(entry, null));
            }
        } finally {
            calling = before;
        }
    }

    /**
     * Returns the entries of a range, in the order of keys.
     *
     * @throws MapException if the map has no ordered index
     */
    public List<Map.Entry<K, V>> range(KeyRange<K> range) {
        if (order == null) {
            throw OrderedKeys.missing(WHERE);
        }
        List<Map.Entry<K, V>> entries = new ArrayList<>();
        order.forEach(range, (_, entry) -> entries.add(new SimpleImmutableEntry<>(key(entry), value(entry, null))));
        return entries;
    }

    private void checkChange() {
        if (calling) {
            throw new MapException("function must not change the map that it is called for " + WHERE);
        }
    }

    private long find(K key) {
        return table.find(output, encodeKey(key));
    }

    /** Writes a key to the output, and returns its length. */
    private int encodeKey(K key) {
        output.reset();
        types.writeKey(output, key);
        int length = output.length();
        if (length > LONGEST_KEY_BYTES) {
            throw new MapException("key is too long " + WHERE + " bytes=" + length + " limit=" + LONGEST_KEY_BYTES);
        }
        return length;
    }

    /** Stores a value; the output has the key, whose entry, if there is one, was found. */
    private void store(long found, int keyLength, V value) {
        types.writeValue(output, value);
        long entry = table.put(found, output, keyLength);
        if (order != null && entry != found) {
            byte[] key = new byte[keyLength];
            MemorySegment.copy(output.segment(), output.start(), MemorySegment.ofArray(key), 0, keyLength);
            order.put(key(entry), key, entry);
        }
    }

    private K key(long entry) {
        MemorySegment memory = table.segment(entry);
        return types.ownKey(input.wrap(memory, StateTable.keyOffset(entry), table.keyLength(entry)));
    }

    private V value(long entry, V reuse) {
        int keyLength = table.keyLength(entry);
        long at = StateTable.keyOffset(entry) + keyLength;
        return types.ownValue(input.wrap(table.segment(entry), at, table.valueLength(entry)), reuse);
    }
}
