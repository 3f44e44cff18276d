package io.millrace.concurrent;

import java.util.concurrent.locks.LockSupport;

/**
 * Spins, then yields, then sleeps for a time that doubles up to a bound. It reacts quickly while work is frequent, and
 * costs little while there is no work for long.
 *
 * <p>With the default numbers it yields the processor after a few microseconds, so more such threads than processors do
 * not starve each other, and it wakes at most tens of microseconds later than its longest sleep. After so many of the
 * longest sleeps that it has had no work for about a second, it sleeps longer and longer, up to a millisecond, so that
 * threads of a system at rest take little of a processor.
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

    /** After so many of the longest sleeps a thread has been idle for long: a second, or more where sleeps end late. */
    static final int LONG_IDLE_SLEEPS = 10_000;

    /** The longest sleep of a thread that has been idle for long. */
    static final long LONG_IDLE_PARK_NS = ParkingIdleStrategy.DEFAULT_PARK_NS;

    private final int spins;
    private final int yields;
    private final long minParkNs;
    private final long maxParkNs;
    private final long longIdleParkNs;

    private int rounds;
    private int longSleeps;
    private long parkNs;

    /** Creates a strategy with the default numbers, which sleeps for up to a millisecond once it is idle for long. */
    public BackoffIdleStrategy() {
        this(DEFAULT_SPINS, DEFAULT_YIELDS, DEFAULT_MIN_PARK_NS, DEFAULT_MAX_PARK_NS, LONG_IDLE_PARK_NS);
    }

    /**
     * Creates a strategy that spins {@code spins} times, yields {@code yields} times, and then sleeps from {@code
     * minParkNs}, doubling, to {@code maxParkNs} nanoseconds.
     *
     * @throws IllegalArgumentException if a number is negative, or the times are not {@code 0 < min <= max}
     */
    public BackoffIdleStrategy(int spins, int yields, long minParkNs, long maxParkNs) {
        this(spins, yields, minParkNs, maxParkNs, maxParkNs);
    }

    private BackoffIdleStrategy(int spins, int yields, long minParkNs, long maxParkNs, long longIdleParkNs) {
        if (spins < 0 || yields < 0 || minParkNs <= 0 || maxParkNs < minParkNs) {
            throw new IllegalArgumentException("invalid back-off spins=" + spins + " yields=" + yields + " minParkNs="
                    + minParkNs + " maxParkNs=" + maxParkNs);
        }
        this.spins = spins;
        this.yields = yields;
        this.minParkNs = minParkNs;
        this.maxParkNs = maxParkNs;
        this.longIdleParkNs = longIdleParkNs;
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
            parkNs = nextParkNs();
        }
    }

    private long nextParkNs() {
        if (parkNs < maxParkNs) {
            return Math.min(parkNs << 1, maxParkNs);
        }
        if (longSleeps < LONG_IDLE_SLEEPS) {
            longSleeps++;
            return parkNs;
        }
        return Math.min(parkNs << 1, longIdleParkNs);
    }

    /** Returns how long the next sleep is. */
    long parkNs() {
        return parkNs;
    }

    @Override
    public void reset() {
        rounds = 0;
        longSleeps = 0;
        parkNs = minParkNs;
    }
}
