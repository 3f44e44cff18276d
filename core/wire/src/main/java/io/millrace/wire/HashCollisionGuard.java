package io.millrace.wire;

/**
 * Refuses large sets and maps of which too many elements fall into one bucket of a hash table. The writer of a message
 * determines the hash codes of the elements; if an attacker gives n elements the same hash code, reading them takes n²
 * comparisons. So from a certain size on, the elements of each bucket are counted.
 */
final class HashCollisionGuard {
    /** Sets and maps of up to so many elements are not checked. */
    static final int UNCHECKED = 1_024;

    /** How many elements of a larger set may share a bucket. */
    static final int MAX_SHARING = 1_024;

    private final short[] sharing;

    private HashCollisionGuard(int count) {
        sharing = new short[Integer.highestOneBit(count) << 1];
    }

    /** Returns a guard for a set or a map of this size, or null if it needs none. */
    static HashCollisionGuard of(int count) {
        return count <= UNCHECKED ? null : new HashCollisionGuard(count);
    }

    /**
     * Counts an element.
     *
     * @param guard the guard, or null
     * @param value the element or key, or null
     * @param at the offset of the element, for the error
     * @throws WireLimitException if too many elements share its bucket
     */
    static void add(HashCollisionGuard guard, Object value, int at) {
        if (guard != null && value != null) {
            guard.add(value.hashCode(), at);
        }
    }

    private void add(int hash, int at) {
        int bucket = (hash ^ hash >>> 16) & sharing.length - 1;
        if (++sharing[bucket] > MAX_SHARING) {
            throw new WireLimitException("too many elements of a set or a map have nearly the same hash code hashCode="
                    + hash + " limit=" + MAX_SHARING + " offset=" + at);
        }
    }
}
