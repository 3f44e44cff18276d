package io.millrace.concurrent;

import java.util.concurrent.locks.LockSupport;

/**
 * Spins, then yields, then sleeps for a time that doubles up to a bound. It reacts quickly while work is frequent, and
 * costs little while there is no work for long.
 *
 * <p>With the default numbers it yields the processor after a few microseconds, so more such threads than processors do
 * not starve each other, and it wakes at most tens of microseconds later than its longest sleep.
 */
public final class BackoffIdleStrategy implements IdleStrategy {

    /** The number of spins before the first yield. */
    public static final int DEFAULT_SPINS = 100;

    /** The number of yields before the first sleep. */
    public static final int DEFAULT_YIELDS = 20;

    /** The length of the first sleep: a microsecond, which the system extends to tens. */
    public static final long DEFAULT_MIN_PARK_NS = 1_000;

    /** The longest sleep. */
    public static final long DEFAULT_MAX_PARK_NS = 50_000;

    private final int spins;
    private final int yields;
    private final long minParkNs;
    private final long maxParkNs;

    private int rounds;
    private long parkNs;

    /** Creates a strategy with the default numbers. */
    public BackoffIdleStrategy() {
        this(DEFAULT_SPINS, DEFAULT_YIELDS, DEFAULT_MIN_PARK_NS, DEFAULT_MAX_PARK_NS);
    }

    /**
     * Creates a strategy that spins {@code spins} times, yields {@code yields} times, and then sleeps from {@code
     * minParkNs}, doubling, to {@code maxParkNs} nanoseconds.
     *
     * @throws IllegalArgumentException if a number is negative, or the times are not {@code 0 < min <= max}
     */
    public BackoffIdleStrategy(int spins, int yields, long minParkNs, long maxParkNs) {
        if (spins < 0 || yields < 0 || minParkNs <= 0 || maxParkNs < minParkNs) {
            throw new IllegalArgumentException("invalid back-off spins=" + spins + " yields=" + yields + " minParkNs="
                    + minParkNs + " maxParkNs=" + maxParkNs);
        }
        this.spins = spins;
        this.yields = yields;
        this.minParkNs = minParkNs;
        this.maxParkNs = maxParkNs;
        this.parkNs = minParkNs;
    }

    @Override
    @SuppressWarnings("ThreadPriorityCheck") // a hint; nothing relies on its effect
    public void idle() {
        if (rounds < spins) {
            rounds++;
            Thread.onSpinWait();
        } else if (rounds - spins < yields) {
            rounds++;
            Thread.yield();
        } else {
            LockSupport.parkNanos(this, parkNs);
            parkNs = Math.min(parkNs << 1, maxParkNs);
        }
    }

    @Override
    public void reset() {
        rounds = 0;
        parkNs = minParkNs;
    }
}
