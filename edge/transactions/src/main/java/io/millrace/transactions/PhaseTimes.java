package io.millrace.transactions;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;

/**
 * Counts how long phases take, in buckets whose width grows with the time: sixteen for each power of two. Counting is
 * one atomic addition, without a lock or an allocation; threads are spread over several sets of buckets, which are
 * added up on request. Any thread may call any method.
 */
final class PhaseTimes {

    private static final int SUB_BITS = 4;
    private static final int SUB_BUCKETS = 1 << SUB_BITS;

    /** About 18 minutes; what takes longer is counted there. */
    private static final long LONGEST_NS = (1L << 40) - 1;

    private static final int BUCKETS = bucket(LONGEST_NS) + 1;
    private static final int PHASES = Phase.values().length;
    private static final int MAX_STRIPES = 16;
    private static final VarHandle COUNT = MethodHandles.arrayElementVarHandle(long[].class);

    private final int stripes =
            Math.min(MAX_STRIPES, 2 * Integer.highestOneBit(Runtime.getRuntime().availableProcessors()));
    private final long[] counts = new long[stripes * PHASES * BUCKETS];

    void record(Phase phase, long ns) {
        int stripe = (int) Thread.currentThread().threadId() & (stripes - 1);
        int bucket = bucket(Math.clamp(ns, 0, LONGEST_NS));
        COUNT.getAndAddRelease(counts, (stripe * PHASES + phase.number) * BUCKETS + bucket, 1L);
    }

    static int bucket(long ns) {
        if (ns < SUB_BUCKETS) {
            return (int) ns;
        }
        int shift = Long.SIZE - 1 - SUB_BITS - Long.numberOfLeadingZeros(ns);
        return (shift << SUB_BITS) + (int) (ns >>> shift);
    }

    /** Returns the longest time that is counted in a bucket. */
    static long upTo(int bucket) {
        if (bucket < 2 * SUB_BUCKETS) {
            return bucket;
        }
        int shift = (bucket >>> SUB_BITS) - 1;
        return ((bucket - ((long) shift << SUB_BITS) + 1) << shift) - 1;
    }

    PhaseStatistics of(Phase phase) {
        List<PhaseStatistics.Bucket> buckets = new ArrayList<>();
        for (int bucket = 0; bucket < BUCKETS; bucket++) {
            long count = 0;
            for (int stripe = 0; stripe < stripes; stripe++) {
                count += (long) COUNT.getAcquire(counts, (stripe * PHASES + phase.number) * BUCKETS + bucket);
            }
            if (count > 0) {
                buckets.add(new PhaseStatistics.Bucket(upTo(bucket), count));
            }
        }
        return new PhaseStatistics(phase, buckets);
    }
}
