package io.millrace.wire;

import java.lang.foreign.MemorySegment;

/**
 * Caches short strings by their bytes, so that reading a symbol again allocates nothing. The cache is two-way
 * set-associative: a miss replaces the older entry of the set. Its size is fixed, so a malicious stream cannot make it
 * grow.
 */
final class StringCache {
    static final int MAX_BYTES = 32;

    private static final int SETS = 256;
    private static final int WORDS = MAX_BYTES / Long.BYTES;
    private static final long MIX = 0x9E37_79B9_7F4A_7C15L;

    private final String[] strings = new String[2 * SETS];
    private final int[] lengths = new int[2 * SETS];
    private final long[] keys = new long[2 * SETS * WORDS];

    /**
     * Returns the string of these 1 to 32 bytes. From {@code offset} on, the segment must contain them rounded up to a
     * multiple of eight bytes.
     */
    String read(MemorySegment segment, long offset, int length, long start) {
        long k0;
        long k1 = 0;
        long k2 = 0;
        long k3 = 0;
        if (length <= 8) {
            k0 = tail(segment, offset, length);
        } else {
            k0 = MemoryAccess.getLong(segment, offset);
            if (length <= 16) {
                k1 = tail(segment, offset + 8, length - 8);
            } else {
                k1 = MemoryAccess.getLong(segment, offset + 8);
                if (length <= 24) {
                    k2 = tail(segment, offset + 16, length - 16);
                } else {
                    k2 = MemoryAccess.getLong(segment, offset + 16);
                    k3 = tail(segment, offset + 24, length - 24);
                }
            }
        }
        long hash = (((k0 * MIX ^ k1) * MIX ^ k2) * MIX ^ k3) * MIX + length;
        int entry = 2 * ((int) (hash >>> 40) & SETS - 1);
        if (matches(entry, length, k0, k1, k2, k3)) {
            return strings[entry];
        }
        if (matches(entry + 1, length, k0, k1, k2, k3)) {
            return strings[entry + 1];
        }
        return miss(entry, Utf8.decode(segment, offset, length, start), length, k0, k1, k2, k3);
    }

    private static long tail(MemorySegment segment, long offset, int bytes) {
        return MemoryAccess.getLong(segment, offset) & -1L >>> (64 - 8 * bytes);
    }

    private boolean matches(int entry, int length, long k0, long k1, long k2, long k3) {
        int key = entry * WORDS;
        return lengths[entry] == length
                && keys[key] == k0
                && keys[key + 1] == k1
                && keys[key + 2] == k2
                && keys[key + 3] == k3;
    }

    private String miss(int entry, String string, int length, long k0, long k1, long k2, long k3) {
        int key = entry * WORDS;
        strings[entry + 1] = strings[entry];
        lengths[entry + 1] = lengths[entry];
        System.arraycopy(keys, key, keys, key + WORDS, WORDS);
        strings[entry] = string;
        lengths[entry] = length;
        keys[key] = k0;
        keys[key + 1] = k1;
        keys[key + 2] = k2;
        keys[key + 3] = k3;
        return string;
    }
}
