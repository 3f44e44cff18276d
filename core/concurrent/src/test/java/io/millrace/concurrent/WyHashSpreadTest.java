package io.millrace.concurrent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** How many bits of the hash change when one bit of the input does: for a good hash each with probability one half. */
class WyHashSpreadTest {
    private static final int INPUTS = 2_000;

    @Test
    void halfOfTheBitsChangeWithEachBitOfTheInput() {
        Random random = new Random(1);
        for (int length : new int[] {1, 3, 4, 8, 15, 16, 17, 33, 48, 49, 100}) {
            long[] flips = new long[Long.SIZE];
            long changes = 0;
            long squares = 0;
            for (int i = 0; i < INPUTS; i++) {
                byte[] input = new byte[length];
                random.nextBytes(input);
                long hash = hash(input);
                int bit = random.nextInt(8 * length);
                input[bit / 8] ^= (byte) (1 << (bit % 8));
                long changed = hash ^ hash(input);
                for (int b = 0; b < Long.SIZE; b++) {
                    flips[b] += (changed >>> b) & 1;
                }
                long count = Long.bitCount(changed);
                changes += count;
                squares += count * count;
            }
            double mean = (double) changes / INPUTS;
            // 64 fair coins: 32 heads, with a standard deviation of 4.
            assertEquals(32, mean, 0.5, "length=" + length);
            assertEquals(4, Math.sqrt((double) squares / INPUTS - mean * mean), 0.4, "length=" + length);
            for (int b = 0; b < Long.SIZE; b++) {
                // One byte has only 1,024 pairs of neighbours, so single bits show chance.
                assertEquals(
                        0.5, (double) flips[b] / INPUTS, length == 1 ? 0.12 : 0.06, "length=" + length + " bit=" + b);
            }
        }
    }

    @Test
    void theHashOfStringsOfTheJdkDoesNot() {
        Random random = new Random(1);
        long changes = 0;
        for (int i = 0; i < INPUTS; i++) {
            char[] input = new char[8];
            for (int n = 0; n < input.length; n++) {
                input[n] = (char) ('a' + random.nextInt(26));
            }
            int hash = new String(input).hashCode();
            input[random.nextInt(8)] ^= (char) (1 << random.nextInt(5));
            changes += Integer.bitCount(hash ^ new String(input).hashCode());
        }
        // 32 fair coins would give 16: the other hash exists because this one does not.
        assertTrue((double) changes / INPUTS < 14, "mean=" + (double) changes / INPUTS);
    }

    private static long hash(byte... input) {
        return WyHash.hash(MemorySegment.ofArray(input), 0, input.length, 0);
    }
}
