package io.millrace.channel;

import java.util.Arrays;

/**
 * A map from numbers of 1 and more: open addressing with linear probing, at most half full, no boxing.
 *
 * @param <V> the type of values
 */
final class LongTable<V> {

    private static final long EMPTY = 0;

    private long[] keys = new long[16];
    private Object[] values = new Object[16];
    private int size;

    LongTable() {}

    /** Returns the value of {@code key}, or null if there is none. */
    @SuppressWarnings("unchecked") // only values of V are put in
    V get(long key) {
        int mask = keys.length - 1;
        int slot = slot(key, mask);
        while (keys[slot] != key) {
            if (keys[slot] == EMPTY) {
                return null;
            }
            slot = (slot + 1) & mask;
        }
        return (V) values[slot];
    }

    /** Adds a value for a key that has none. */
    void put(long key, V value) {
        if (key == EMPTY) {
            throw new IllegalArgumentException("number must not be 0");
        }
        if (size * 2 >= keys.length) {
            grow();
        }
        insert(key, value);
        size++;
    }

    void clear() {
        Arrays.fill(keys, EMPTY);
        Arrays.fill(values, null);
        size = 0;
    }

    private void insert(long key, Object value) {
        int mask = keys.length - 1;
        int slot = slot(key, mask);
        while (keys[slot] != EMPTY) {
            slot = (slot + 1) & mask;
        }
        keys[slot] = key;
        values[slot] = value;
    }

    private void grow() {
        long[] oldKeys = keys;
        Object[] oldValues = values;
        keys = new long[oldKeys.length * 2];
        values = new Object[oldKeys.length * 2];
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldKeys[i] != EMPTY) {
                insert(oldKeys[i], oldValues[i]);
            }
        }
    }

    private static int slot(long key, int mask) {
        return (int) ((key * 0x9E3779B97F4A7C15L) >>> 32) & mask;
    }
}
