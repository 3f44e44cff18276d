package io.millrace.load;

/**
 * Random numbers that follow from a seed and the number of an operation alone (SplitMix64: Steele, Lea, Flood, <i>Fast
 * splittable pseudorandom number generators</i>, 2014), so that a run has the same operations however many threads
 * share it. For one thread; allocates nothing.
 */
final class Randomness {
    private static final long GOLDEN = 0x9e3779b97f4a7c15L;
    private static final double UNIT = 0x1.0p-53;

    private long state;

    /** Begins the numbers of an operation. */
    void start(long seed, long sequence) {
        state = mix(seed + mix(sequence * GOLDEN + GOLDEN));
    }

    /** Returns any number. */
    long next() {
        state += GOLDEN;
        return mix(state);
    }

    /** Returns a number from 0 to below {@code bound}, which is above 0; what the product loses is below 2^-32. */
    long below(long bound) {
        return Math.unsignedMultiplyHigh(next(), bound);
    }

    /** Returns a number from 0 to below 1. */
    double fraction() {
        return (next() >>> 11) * UNIT;
    }

    private static long mix(long value) {
        long z = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
