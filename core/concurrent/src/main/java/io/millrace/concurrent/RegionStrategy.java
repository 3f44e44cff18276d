package io.millrace.concurrent;

/** How threads that share a region claim their parts of it. */
public enum RegionStrategy {
    /** One unconditional addition, which no thread has to repeat. The default. */
    FETCH_AND_ADD,
    /** Compare-and-set until it succeeds: exact to the last byte of a region, with failures under contention. */
    COMPARE_AND_SET,
    /**
     * Compare-and-set with a constant pause after a failure, which lets the winner continue (Dice, Hendler,
     * Mirsky, "Lightweight contention management for efficient compare-and-swap operations", arXiv:1305.5800).
     */
    COMPARE_AND_SET_BACKOFF
}
