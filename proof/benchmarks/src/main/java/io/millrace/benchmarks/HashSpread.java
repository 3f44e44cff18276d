package io.millrace.benchmarks;

import io.millrace.concurrent.WyHash;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * How many bits of a hash change when one bit of its input changes, and which: for a good hash each bit changes in half
 * of all cases, independently of the others. Inputs come from a fixed seed, so the figures are the same on every
 * machine.
 */
final class HashSpread {
    static final String NAME = "hash-spread";
    static final List<Integer> LENGTHS = List.of(4, 8, 16, 48, 100);

    private static final int INPUTS = 200_000;
    private static final long SEED = 1;

    private final String hash;
    private final int lengthBytes;
    private final double[] byCount;
    private final double[] byBit;

    private HashSpread(String hash, int lengthBytes, double[] byCount, double[] byBit) {
        this.hash = hash;
        this.lengthBytes = lengthBytes;
        this.byCount = byCount;
        this.byBit = byBit;
    }

    /** A hash of bytes. */
    private interface Hash {
        long of(byte[] input);
    }

    static HashSpread ofWyHash(int lengthBytes) {
        return measure(
                "WyHash",
                lengthBytes,
                Long.SIZE,
                input -> WyHash.hash(MemorySegment.ofArray(input), 0, input.length, 0));
    }

    /** Measures {@link String#hashCode} of the same bytes as characters of Latin-1. */
    static HashSpread ofString(int lengthBytes) {
        return measure(
                "String.hashCode",
                lengthBytes,
                Integer.SIZE,
                input -> new String(input, StandardCharsets.ISO_8859_1).hashCode() & 0xffff_ffffL);
    }

    private static HashSpread measure(String name, int lengthBytes, int bits, Hash hash) {
        Random random = new Random(SEED);
        long[] byCount = new long[bits + 1];
        long[] byBit = new long[bits];
        byte[] input = new byte[lengthBytes];
        for (int i = 0; i < INPUTS; i++) {
            random.nextBytes(input);
            long before = hash.of(input);
            int bit = random.nextInt(Byte.SIZE * lengthBytes);
            input[bit / Byte.SIZE] ^= (byte) (1 << (bit % Byte.SIZE));
            long changed = before ^ hash.of(input);
            byCount[Long.bitCount(changed)]++;
            for (int b = 0; b < bits; b++) {
                byBit[b] += (changed >>> b) & 1;
            }
        }
        return new HashSpread(name, lengthBytes, shares(byCount), shares(byBit));
    }

    private static double[] shares(long... counts) {
        double[] shares = new double[counts.length];
        for (int i = 0; i < counts.length; i++) {
            shares[i] = (double) counts[i] / INPUTS;
        }
        return shares;
    }

    int bits() {
        return byBit.length;
    }

    /** Returns the share of inputs of which {@code count} bits changed. */
    double ofCount(int count) {
        return byCount[count];
    }

    /** Returns the share of inputs in which a bit changed, 0 for the lowest. */
    double ofBit(int bit) {
        return byBit[bit];
    }

    /** Returns how many bits change on average. */
    double mean() {
        double mean = 0;
        for (int count = 0; count < byCount.length; count++) {
            mean += count * byCount[count];
        }
        return mean;
    }

    /** Returns the standard deviation of the number of bits that change. */
    double deviation() {
        double mean = mean();
        double squares = 0;
        for (int count = 0; count < byCount.length; count++) {
            squares += (count - mean) * (count - mean) * byCount[count];
        }
        return Math.sqrt(squares);
    }

    /** Returns the share of cases in which one bit changes, for the bit whose share is furthest from a half. */
    double worstBit() {
        double worst = 0.5;
        for (double share : byBit) {
            worst = Math.abs(share - 0.5) > Math.abs(worst - 0.5) ? share : worst;
        }
        return worst;
    }

    /** Returns the probability that {@code count} of {@code bits} fair coins show heads. */
    static double ofCoins(int bits, int count) {
        double probability = Math.pow(0.5, bits);
        for (int i = 0; i < count; i++) {
            probability *= (double) (bits - i) / (i + 1);
        }
        return probability;
    }

    /** Returns the figures of both hashes at all lengths. */
    static String table() {
        StringBuilder table = new StringBuilder(
                String.format(Locale.ROOT, "%-16s%8s%8s%12s%12s%n", "hash", "bytes", "mean", "deviation", "worst bit"));
        for (int length : LENGTHS) {
            for (HashSpread one : List.of(ofWyHash(length), ofString(length))) {
                table.append(String.format(
                        Locale.ROOT,
                        "%-16s%8d%8.2f%12.2f%12.3f%n",
                        one.hash,
                        one.lengthBytes,
                        one.mean(),
                        one.deviation(),
                        one.worstBit()));
            }
        }
        return table.toString();
    }
}
