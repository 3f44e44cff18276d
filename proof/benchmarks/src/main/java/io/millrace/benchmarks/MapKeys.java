package io.millrace.benchmarks;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.SplittableRandom;

/**
 * The keys, values and choices of the map suite, the same for every side. A key has its number in hexadecimal digits; a
 * value has the number of its key, and then bytes that cannot be compressed. Not thread-safe.
 */
final class MapKeys {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int DIGITS_AT = 16;
    private static final byte[] HEX = {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'};

    /** The skew of the choices in YCSB. */
    private static final double THETA = 0.99;

    private final byte[] key = new byte[KeyValueStore.KEY_BYTES];
    private final byte[] value = new byte[KeyValueStore.VALUE_BYTES];

    MapKeys() {
        java.util.Arrays.fill(key, (byte) 'k');
        new SplittableRandom(1).nextBytes(value);
    }

    /** Returns the key of a number, 0 to 2^31 - 1; the next call changes it. */
    byte[] key(int number) {
        for (int digit = 0; digit < 8; digit++) {
            key[DIGITS_AT + digit] = HEX[number >>> (28 - 4 * digit) & 15];
        }
        return key;
    }

    /** Returns a value of a key; the next call changes it. */
    byte[] value(int number, long version) {
        LONG.set(value, 0, (long) number);
        LONG.set(value, 8, version);
        return value;
    }

    /** Returns the number of the key that a value was made for. */
    static long number(byte[] value) {
        return (long) LONG.get(value, 0);
    }

    /** Returns choices among entries that are all equally likely. */
    static int[] uniform(int entries, int choices, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int[] chosen = new int[choices];
        for (int i = 0; i < choices; i++) {
            chosen[i] = random.nextInt(entries);
        }
        return chosen;
    }

    /**
     * Returns choices by a Zipf distribution, whose frequent entries are spread over all numbers.
     *
     * @see <a href="https://doi.org/10.1145/191839.191886">Gray et al., Quickly generating billion-record synthetic
     *     databases, SIGMOD 1994</a>
     */
    static int[] zipfian(int entries, int choices, long seed) {
        double zeta = 0;
        for (int i = 1; i <= entries; i++) {
            zeta += 1 / Math.pow(i, THETA);
        }
        double alpha = 1 / (1 - THETA);
        double zeta2 = 1 + 1 / Math.pow(2, THETA);
        double eta = (1 - Math.pow(2.0 / entries, 1 - THETA)) / (1 - zeta2 / zeta);
        SplittableRandom random = new SplittableRandom(seed);
        int[] chosen = new int[choices];
        for (int i = 0; i < choices; i++) {
            double u = random.nextDouble();
            double scaled = u * zeta;
            long rank = scaled < 1 ? 0 : scaled < zeta2 ? 1 : (long) (entries * Math.pow(eta * u - eta + 1, alpha));
            chosen[i] = spread(Math.min(rank, entries - 1L), entries);
        }
        return chosen;
    }

    private static int spread(long rank, int entries) {
        return (int) Long.remainderUnsigned((rank + 1) * 0x9E37_79B9_7F4A_7C15L, entries);
    }
}
