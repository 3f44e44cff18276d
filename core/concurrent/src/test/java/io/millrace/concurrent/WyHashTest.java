package io.millrace.concurrent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class WyHashTest {

    private static final BigInteger WORD = BigInteger.ONE.shiftLeft(64);
    private static final long[] SECRET = {
        0x2d358dccaa6c78a5L, 0x8bb84b93962eacc9L, 0x4b33a62ed433d4a3L, 0x4d5a2da51de1aa47L
    };

    @Test
    void thePublishedVectorsHold() {
        String alphanumeric = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
        assertEquals(0x93228a4de0eec5a2L, hash("", 0));
        assertEquals(0xc5bac3db178713c4L, hash("a", 1));
        assertEquals(0xa97f2f7b1d9b3314L, hash("abc", 2));
        assertEquals(0x786d1f1df3801df4L, hash("message digest", 3));
        assertEquals(0xdca5a8138ad37c87L, hash("abcdefghijklmnopqrstuvwxyz", 4));
        assertEquals(0xb9e734f117cfaf70L, hash(alphanumeric, 5));
        assertEquals(0x6cc5eab49a92d617L, hash("1234567890".repeat(8), 6));
    }

    @Test
    void everyLengthAgreesWithTheDefinition() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int length = 0; length <= 400; length++) {
            byte[] bytes = new byte[length];
            random.nextBytes(bytes);
            long salt = random.nextLong();
            assertEquals(
                    defined(bytes, salt),
                    WyHash.hash(MemorySegment.ofArray(bytes), 0, length, salt),
                    "seed=" + seed + " length=" + length);
        }
    }

    @Test
    void whereTheBytesAreDoesNotMatter() {
        byte[] bytes = new byte[300];
        new Random(1).nextBytes(bytes);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(512, 8);
            for (int offset = 0; offset < 9; offset++) {
                MemorySegment.copy(MemorySegment.ofArray(bytes), 0, memory, offset, bytes.length);
                for (int length = 0; length <= bytes.length; length++) {
                    assertEquals(
                            WyHash.hash(MemorySegment.ofArray(bytes), 0, length, 7),
                            WyHash.hash(memory, offset, length, 7),
                            "offset=" + offset + " length=" + length);
                }
            }
        }
    }

    @Test
    void everyBitAndTheSeedCount() {
        for (int length : new int[] {1, 3, 4, 8, 16, 17, 32, 33, 40, 47, 48, 49, 96, 200}) {
            byte[] bytes = new byte[length];
            Arrays.fill(bytes, (byte) 0x5a);
            MemorySegment memory = MemorySegment.ofArray(bytes);
            int whole = (int) WyHash.hash(memory, 0, length, 3);
            for (int bit = 0; bit < 8 * length; bit++) {
                bytes[bit / 8] ^= (byte) (1 << (bit % 8));
                assertNotEquals(whole, (int) WyHash.hash(memory, 0, length, 3), "length=" + length + " bit=" + bit);
                bytes[bit / 8] ^= (byte) (1 << (bit % 8));
            }
            assertNotEquals(whole, (int) WyHash.hash(memory, 0, length, 4), "length=" + length);
        }
    }

    @Test
    void aFlippedBitChangesHalfOfTheHash() {
        Random random = new Random(11);
        long changed = 0;
        int flips = 0;
        for (int round = 0; round < 200; round++) {
            byte[] bytes = new byte[1 + random.nextInt(100)];
            random.nextBytes(bytes);
            MemorySegment memory = MemorySegment.ofArray(bytes);
            long whole = WyHash.hash(memory, 0, bytes.length, 0);
            for (int bit = 0; bit < 8 * bytes.length; bit++, flips++) {
                bytes[bit / 8] ^= (byte) (1 << (bit % 8));
                changed += Long.bitCount(whole ^ WyHash.hash(memory, 0, bytes.length, 0));
                bytes[bit / 8] ^= (byte) (1 << (bit % 8));
            }
        }
        double mean = (double) changed / flips;
        assertTrue(mean > 31.5 && mean < 32.5, "mean=" + mean + " flips=" + flips);
    }

    @Test
    void bytesOutsideTheSegmentAreRefused() {
        MemorySegment memory = MemorySegment.ofArray(new byte[40]);
        assertThrows(IndexOutOfBoundsException.class, () -> WyHash.hash(memory, 1, 40, 0));
        assertThrows(IndexOutOfBoundsException.class, () -> WyHash.hash(memory, 30, 16, 0));
        assertThrows(IndexOutOfBoundsException.class, () -> WyHash.hash(memory, -1, 8, 0));
    }

    private static long hash(String text, long seed) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        return WyHash.hash(MemorySegment.ofArray(bytes), 0, bytes.length, seed);
    }

    /** The definition, byte by byte, without optimisation. */
    private static long defined(byte[] bytes, long salt) {
        long seed = salt ^ mix(salt ^ SECRET[0], SECRET[1]);
        int length = bytes.length;
        long low = 0;
        long high = 0;
        int at = 0;
        if (length > 16) {
            if (length >= 48) {
                long[] lanes = {seed, seed, seed};
                for (; length - at >= 48; at += 48) {
                    for (int lane = 0; lane < 3; lane++) {
                        int from = at + 16 * lane;
                        lanes[lane] =
                                mix(read(bytes, from, 8) ^ SECRET[1 + lane], read(bytes, from + 8, 8) ^ lanes[lane]);
                    }
                }
                seed = lanes[0] ^ lanes[1] ^ lanes[2];
            }
            for (; length - at > 16; at += 16) {
                seed = mix(read(bytes, at, 8) ^ SECRET[1], read(bytes, at + 8, 8) ^ seed);
            }
            low = read(bytes, length - 16, 8);
            high = read(bytes, length - 8, 8);
        } else if (length >= 4) {
            int inner = length / 8 * 4;
            low = (read(bytes, 0, 4) << 32) | read(bytes, inner, 4);
            high = (read(bytes, length - 4, 4) << 32) | read(bytes, length - 4 - inner, 4);
        } else if (length > 0) {
            low = (read(bytes, 0, 1) << 16) | (read(bytes, length / 2, 1) << 8) | read(bytes, length - 1, 1);
        }
        BigInteger product = unsigned(low ^ SECRET[1]).multiply(unsigned(high ^ seed));
        return mix(
                product.longValue() ^ SECRET[0] ^ length, product.shiftRight(64).longValue() ^ SECRET[1]);
    }

    private static long mix(long a, long b) {
        BigInteger product = unsigned(a).multiply(unsigned(b));
        return product.longValue() ^ product.shiftRight(64).longValue();
    }

    private static BigInteger unsigned(long value) {
        return BigInteger.valueOf(value).mod(WORD);
    }

    private static long read(byte[] bytes, int from, int count) {
        long value = 0;
        for (int i = count - 1; i >= 0; i--) {
            value = (value << 8) | (bytes[from + i] & 0xff);
        }
        return value;
    }
}
