package io.millrace.map;

import java.util.Objects;

/**
 * A range of keys in their order. Immutable.
 *
 * @param <K> the class of keys
 */
public final class KeyRange<K> {

    private final K from;
    private final K after;
    private final K before;
    private final int most;

    private KeyRange(K from, K after, K before, int most) {
        this.from = from;
        this.after = after;
        this.before = before;
        this.most = most;
    }

    /** Returns the range of all keys. */
    public static <K> KeyRange<K> all() {
        return new KeyRange<>(null, null, null, Integer.MAX_VALUE);
    }

    /** Returns this range from a key on, which belongs to it. */
    public KeyRange<K> from(K key) {
        return new KeyRange<>(Objects.requireNonNull(key, "key"), after, before, most);
    }

    /** Returns this range after a key, which does not belong to it; {@link #from} holds as well. */
    public KeyRange<K> after(K key) {
        return new KeyRange<>(from, Objects.requireNonNull(key, "key"), before, most);
    }

    /** Returns this range up to a key, which does not belong to it. */
    public KeyRange<K> before(K key) {
        return new KeyRange<>(from, after, Objects.requireNonNull(key, "key"), most);
    }

    /**
     * Returns this range with a bound of its entries: the first ones belong to it.
     *
     * @param entries how many at most, from 1
     * @throws MapException if the number is not positive
     */
    public KeyRange<K> most(int entries) {
        if (entries < 1) {
            throw new MapException("a range has one entry at least most=" + entries);
        }
        return new KeyRange<>(from, after, before, entries);
    }

    /** Returns the key from which on the range is; null where it is from the first key on. */
    K from() {
        return from;
    }

    /** Returns the key after which the range is; null where it is from the first key on. */
    K after() {
        return after;
    }

    /** Returns the key before which the range ends; null where it has no end. */
    K before() {
        return before;
    }

    int most() {
        return most;
    }
}
