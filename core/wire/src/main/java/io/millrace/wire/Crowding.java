package io.millrace.wire;

/**
 * Refuses a large set or map whose elements crowd in few buckets of a hash table. Whoever writes a message chooses the
 * hash codes of what is in it, so hostile elements can all have the same one, and taking in n of them would need n²
 * comparisons. So beyond a size those of each bucket are counted.
 */
final class Crowding {
    /** Up to so many elements any number may share a bucket. */
    static final int UNCHECKED = 1_024;

    /** So many elements may share a bucket of a larger set. */
    static final int MAX_SHARING = 1_024;

    private final short[] sharing;

    private Crowding(int count) {
        sharing = new short[Integer.highestOneBit(count) << 1];
    }

    /** A check for a set or a map of this size, or null where it needs none. */
    static Crowding of(int count) {
        return count <= UNCHECKED ? null : new Crowding(count);
    }

    /**
     * Counts an element.
     *
     * @param crowding the check, or null
     * @param value the element or key, or null
     * @param at where it is
     * @throws WireLimitException where too many share its bucket
     */
    static void add(Crowding crowding, Object value, int at) {
        if (crowding != null && value != null) {
            crowding.add(value.hashCode(), at);
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
