package io.millrace.concurrent;

import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;

/**
 * Sleeps as long as a latency goal allows on this machine, and not at all where the goal allows no sleep. The strategy
 * measures how late the system wakes a thread, at its creation and with every sleep; a sleep lasts at most the goal
 * minus that lateness. Before it sleeps it spins for as long as a sleep would have cost, so that the thread is awake
 * for work that arrives at once, and the time lost to a wrong guess is at most doubled (Karlin, Li, Manasse, Owicki,
 * "Empirical studies of competitive spinning", SOSP 1991).
 */
public final class AdaptiveIdleStrategy implements IdleStrategy {

    /** The goal of {@link #AdaptiveIdleStrategy()}: a hundred microseconds. */
    public static final long DEFAULT_GOAL_NS = 100_000;

    private static final int SAMPLES = 20;
    private static final int FORGET_SHIFT = 6;
    private static final long SHORTEST_PARK_NS = 1_000;

    private final long goalNs;
    private long latenessNs;
    private long idleSinceNs;
    private boolean isIdle;

    /** Creates a strategy with the goal {@link #DEFAULT_GOAL_NS}, and measures as the other constructor does. */
    public AdaptiveIdleStrategy() {
        this(DEFAULT_GOAL_NS);
    }

    /**
     * Creates a strategy and measures how late a sleep ends on this machine, which takes some milliseconds.
     *
     * @param goalNs the longest time from the arrival of work to its start, 1 or more
     * @throws IllegalArgumentException if the goal is not positive
     */
    public AdaptiveIdleStrategy(long goalNs) {
        this(goalNs, parkFloorNs());
    }

    /** Creates a strategy with a first estimate of how late a sleep ends. */
    AdaptiveIdleStrategy(long goalNs, long latenessNs) {
        if (goalNs < 1) {
            throw new IllegalArgumentException("latency goal is not positive goalNs=" + goalNs);
        }
        this.goalNs = goalNs;
        this.latenessNs = latenessNs;
    }

    /** Measures how long the shortest sleep takes on this machine: the median of twenty, in nanoseconds. */
    public static long parkFloorNs() {
        long[] tookNs = new long[SAMPLES];
        for (int i = 0; i < SAMPLES; i++) {
            long startNs = System.nanoTime();
            LockSupport.parkNanos(1);
            tookNs[i] = System.nanoTime() - startNs;
        }
        Arrays.sort(tookNs);
        return tookNs[SAMPLES / 2];
    }

    /** Returns for how long it would sleep now, in nanoseconds; 0 where the goal allows no sleep. */
    public long parkNs() {
        long parkNs = goalNs - latenessNs;
        return parkNs < SHORTEST_PARK_NS ? 0 : parkNs;
    }

    @Override
    @SuppressWarnings("ThreadPriorityCheck") // a hint; nothing relies on its effect
    public void idle() {
        long nowNs = System.nanoTime();
        if (!isIdle) {
            isIdle = true;
            idleSinceNs = nowNs;
        }
        long parkNs = parkNs();
        if (nowNs - idleSinceNs < latenessNs) {
            Thread.onSpinWait();
        } else if (parkNs == 0) {
            Thread.yield();
            // an exceptionally late sleep is forgotten in time
            latenessNs -= latenessNs >> (2 * FORGET_SHIFT);
        } else {
            LockSupport.parkNanos(this, parkNs);
            learn(System.nanoTime() - nowNs - parkNs);
        }
    }

    /** Adopts a longer lateness at once, and a shorter one slowly. An interrupt or a permit ends a sleep early. */
    void learn(long lateNs) {
        if (lateNs > latenessNs) {
            latenessNs = lateNs;
        } else if (lateNs >= 0) {
            latenessNs -= (latenessNs - lateNs) >> FORGET_SHIFT;
        }
    }

    @Override
    public void reset() {
        isIdle = false;
    }
}
