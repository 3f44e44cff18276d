package io.millrace.concurrent;

import java.util.Objects;

/**
 * The sizes of a region allocator.
 *
 * @param firstBytes the size of the first region, from 64
 * @param largestBytes the size up to which each region is twice as large as the last, at most 1 GiB
 * @param oversizeBytes a larger allocation gets memory of its own; at most {@code firstBytes}
 * @param strategy how threads claim
 * @param pauseSpins how often a thread spins, by {@link Thread#onSpinWait}, after a failed claim of {@link
 *     RegionStrategy#COMPARE_AND_SET_BACKOFF}, from 1 to a million; a spin takes from a few nanoseconds to tens
 */
public record RegionOptions(
        long firstBytes, long largestBytes, long oversizeBytes, RegionStrategy strategy, int pauseSpins) {
    private static final long LEAST = 64;
    private static final long MOST = 1L << 30;
    private static final long FIRST = 256 * 1024;
    private static final long LARGEST = 4L * 1024 * 1024;
    private static final long OVERSIZE = 128 * 1024;
    private static final int PAUSE = 32;
    private static final int LONGEST_PAUSE = 1_000_000;

    /** Checks the numbers. */
    public RegionOptions {
        Objects.requireNonNull(strategy);
        if (firstBytes < LEAST
                || largestBytes < firstBytes
                || largestBytes > MOST
                || oversizeBytes < 1
                || oversizeBytes > firstBytes) {
            throw new IllegalArgumentException("invalid region sizes firstBytes=" + firstBytes + " largestBytes="
                    + largestBytes + " oversizeBytes=" + oversizeBytes);
        }
        if (pauseSpins < 1 || pauseSpins > LONGEST_PAUSE) {
            throw new IllegalArgumentException("invalid pause of a region pauseSpins=" + pauseSpins);
        }
    }

    /** Creates options with a pause of 32 spins. */
    public RegionOptions(long firstBytes, long largestBytes, long oversizeBytes, RegionStrategy strategy) {
        this(firstBytes, largestBytes, oversizeBytes, strategy, PAUSE);
    }

    /** Returns these options with another pause. */
    public RegionOptions withPauseSpins(int spins) {
        return new RegionOptions(firstBytes, largestBytes, oversizeBytes, strategy, spins);
    }

    /** Returns regions from 256 KiB to 4 MiB; an allocation of more than 128 KiB gets memory of its own. */
    public static RegionOptions of(RegionStrategy strategy) {
        return new RegionOptions(FIRST, LARGEST, OVERSIZE, strategy);
    }
}
