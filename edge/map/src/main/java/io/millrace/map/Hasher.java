package io.millrace.map;

import io.millrace.concurrent.WyHash;
import io.millrace.memory.Memory;
import java.lang.foreign.MemorySegment;
import java.security.SecureRandom;

/**
 * Hashes encoded keys, by one kind of hash and one random key. Immutable; any thread may use it.
 *
 * <p>SipHash is that of Jean-Philippe Aumasson and Daniel J. Bernstein, "SipHash: a fast short-input PRF" (2012), with
 * one round for each word and three at the end.
 */
final class Hasher {

    private final KeyHash kind;
    private final long key0;
    private final long key1;

    Hasher(KeyHash kind, long key0, long key1) {
        this.kind = kind;
        this.key0 = key0;
        this.key1 = key1;
    }

    /** Returns a hasher with a random key. */
    static Hasher random(KeyHash kind) {
        SecureRandom random = new SecureRandom();
        return new Hasher(kind, random.nextLong(), random.nextLong());
    }

    KeyHash kind() {
        return kind;
    }

    long hash(MemorySegment memory, long offset, int length) {
        return kind == KeyHash.SIP ? sip(memory, offset, length) : WyHash.hash(memory, offset, length, key0);
    }

    private long sip(MemorySegment memory, long offset, int length) {
        long v0 = key0 ^ 0x736f6d6570736575L;
        long v1 = key1 ^ 0x646f72616e646f6dL;
        long v2 = key0 ^ 0x6c7967656e657261L;
        long v3 = key1 ^ 0x7465646279746573L;
        int words = length >>> 3;
        for (int word = 0; word <= words; word++) {
            long at = offset + ((long) word << 3);
            long next = word < words ? Memory.getLongPlain(memory, at) : tail(memory, at, length);
            v3 ^= next;
            v0 += v1;
            v2 += v3;
            v1 = Long.rotateLeft(v1, 13) ^ v0;
            v3 = Long.rotateLeft(v3, 16) ^ v2;
            v0 = Long.rotateLeft(v0, 32);
            v2 += v1;
            v0 += v3;
            v1 = Long.rotateLeft(v1, 17) ^ v2;
            v3 = Long.rotateLeft(v3, 21) ^ v0;
            v2 = Long.rotateLeft(v2, 32);
            v0 ^= next;
        }
        v2 ^= 0xff;
        for (int round = 0; round < 3; round++) {
            v0 += v1;
            v2 += v3;
            v1 = Long.rotateLeft(v1, 13) ^ v0;
            v3 = Long.rotateLeft(v3, 16) ^ v2;
            v0 = Long.rotateLeft(v0, 32);
            v2 += v1;
            v0 += v3;
            v1 = Long.rotateLeft(v1, 17) ^ v2;
            v3 = Long.rotateLeft(v3, 21) ^ v0;
            v2 = Long.rotateLeft(v2, 32);
        }
        return v0 ^ v1 ^ v2 ^ v3;
    }

    /** Returns the last word: the bytes that are left, and the length in the highest byte. */
    private static long tail(MemorySegment memory, long offset, int length) {
        long word = (long) length << 56;
        for (int i = 0; i < (length & 7); i++) {
            word |= (Memory.getByte(memory, offset + i) & 0xffL) << (i << 3);
        }
        return word;
    }
}
