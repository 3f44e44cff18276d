package io.millrace.measure;

/**
 * The mapping of values to the counters of an HdrHistogram: buckets, each twice as wide as the one before, of equally
 * many counters. The index of a value's counter depends on the smallest value and the digits alone, so that histograms
 * that differ only in their largest value add up counter by counter.
 *
 * @param lowest the smallest value that is told apart from 0, from 1
 * @param digits significant decimal digits, 0 to 5
 */
record HistogramLayout(long lowest, int digits) {
    private static final int MAX_DIGITS = 5;
    private static final int VALUE_BITS = 62;

    HistogramLayout {
        if (!isPossible(lowest, digits)) {
            throw new MeasureException("histogram out of range digits=" + digits + " lowest=" + lowest);
        }
    }

    static boolean isPossible(long lowest, int digits) {
        return digits >= 0
                && digits <= MAX_DIGITS
                && lowest >= 1
                && lowest <= Long.MAX_VALUE / 2
                && halfBits(digits) + 1 + unitBits(lowest) <= VALUE_BITS;
    }

    /** Returns how many counters a histogram up to a highest value has. */
    int counters(long highest) {
        int unitBits = unitBits(lowest);
        int bucketBits = halfBits(digits) + 1 + unitBits;
        int valueBits = Long.SIZE - Long.numberOfLeadingZeros(highest);
        int buckets = 1 + Math.max(0, valueBits - bucketBits);
        return (buckets + 1) << halfBits(digits);
    }

    /** Returns the smallest value of the counter at an index. */
    long valueAt(int index) {
        int halfBits = halfBits(digits);
        int half = 1 << halfBits;
        int bucket = (index >> halfBits) - 1;
        long within = bucket < 0 ? index & (half - 1) : (index & (half - 1)) + half;
        return within << (Math.max(0, bucket) + unitBits(lowest));
    }

    /** Returns the index of the counter of a value, from 0. */
    int indexOf(long value) {
        int unitBits = unitBits(lowest);
        int halfBits = halfBits(digits);
        long firstBucket = ((1L << (halfBits + 1)) - 1) << unitBits;
        int bucket = Long.SIZE - Long.numberOfLeadingZeros(value | firstBucket) - (halfBits + 1 + unitBits);
        int within = (int) (value >>> (bucket + unitBits));
        return ((bucket + 1) << halfBits) + within - (1 << halfBits);
    }

    /** Returns the power of two which is half the counters of the first bucket. */
    private static int halfBits(int digits) {
        long resolved = 2;
        for (int i = 0; i < digits; i++) {
            resolved *= 10;
        }
        return Long.SIZE - 1 - Long.numberOfLeadingZeros(resolved - 1);
    }

    private static int unitBits(long lowest) {
        return Long.SIZE - 1 - Long.numberOfLeadingZeros(lowest);
    }
}
