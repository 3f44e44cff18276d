package io.millrace.map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HasherTest {

    private static final int KEYS = 2_000;

    @TempDir
    Path dir;

    @Test
    void sipHashIsTheOneOfItsPaper() {
        Hasher hasher = new Hasher(KeyHash.SIP, 0x0706050403020100L, 0x0f0e0d0c0b0a0908L);
        MemorySegment bytes = MemorySegment.ofArray(new byte[64]);
        for (int i = 0; i < 64; i++) {
            bytes.set(ValueLayout.JAVA_BYTE, i, (byte) i);
        }
        assertEquals(0xabac0158050fc4dcL, hasher.hash(bytes, 0, 0));
        assertEquals(0xc9f49bf37d57ca93L, hasher.hash(bytes, 0, 1));
        assertEquals(0xd3927d989bb11140L, hasher.hash(bytes, 0, 7));
        assertEquals(0x369095118d299a8eL, hasher.hash(bytes, 0, 8));
        assertEquals(0xd320d86d2a519956L, hasher.hash(bytes, 0, 15));
        assertEquals(0xc1d2363299e41531L, hasher.hash(bytes, 0, 40));
    }

    private static long hash(Hasher hasher, byte[] key) {
        byte[] encoded = new byte[CollidingKeys.KEY_BYTES + 1];
        encoded[0] = (byte) 0xc9; // as wire writes the length
        System.arraycopy(key, 0, encoded, 1, CollidingKeys.KEY_BYTES);
        return hasher.hash(MemorySegment.ofArray(encoded), 0, encoded.length);
    }

    @Test
    void keysThatAnAttackerChoosesCollideInWyhashAlone() {
        Hasher wyhash = Hasher.random(KeyHash.WYHASH);
        Hasher sip = Hasher.random(KeyHash.SIP);
        assertEquals(hash(wyhash, CollidingKeys.key(1)), hash(wyhash, CollidingKeys.key(2)));
        Set<Long> hashes = new HashSet<>();
        for (int i = 0; i < KEYS; i++) {
            hashes.add(hash(sip, CollidingKeys.key(i)) >>> 16);
        }
        assertEquals(KEYS, hashes.size());
        assertNotEquals(
                hash(sip, CollidingKeys.key(1)),
                hash(Hasher.random(KeyHash.SIP), CollidingKeys.key(1)),
                "it has a key");
    }

    @Test
    void aMapThatIsAttackedChangesItsHashAndLosesNothing() {
        MapOptions options = MapOptions.defaults().withKeyHash(KeyHash.WYHASH);
        try (PersistentMap<byte[], Integer> map = PersistentMap.open(dir, byte[].class, Integer.class, options)) {
            for (int i = 0; i < MapIndex.MAX_PROBES; i++) {
                map.put(CollidingKeys.key(i), i);
            }
            assertEquals(KeyHash.WYHASH, map.keyHash());
            for (int i = MapIndex.MAX_PROBES; i < KEYS; i++) {
                map.put(CollidingKeys.key(i), i);
            }
            assertEquals(KeyHash.SIP, map.keyHash());
            assertEquals(KEYS, map.size());
            for (int i = 0; i < KEYS; i++) {
                assertEquals(i, map.get(CollidingKeys.key(i)));
            }
        }
    }

    @Test
    void byDefaultSuchKeysAreKeysLikeOthers() {
        try (PersistentMap<byte[], Integer> map = PersistentMap.open(dir, byte[].class, Integer.class)) {
            for (int i = 0; i < KEYS; i++) {
                map.put(CollidingKeys.key(i), i);
            }
            assertEquals(KeyHash.SIP, map.keyHash());
            assertEquals(KEYS - 1, map.get(CollidingKeys.key(KEYS - 1)));
        }
    }
}
