package io.millrace.concurrent;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;

/**
 * Counts what another strategy does: how often it waited, how many periods without work there were, and how long they
 * were altogether. It also measures how long the shortest sleep takes on this machine, which is the lower bound of
 * every sleep. It reads the clock when a wait begins and when work arrives, not in between. The owner waits; any thread
 * may read the counts, which may be slightly old.
 */
public final class CountingIdleStrategy implements IdleStrategy {
    private static final VarHandle WAITS;
    private static final VarHandle PERIODS;
    private static final VarHandle IDLE_NS;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            WAITS = lookup.findVarHandle(CountingIdleStrategy.class, "waits", long.class);
            PERIODS = lookup.findVarHandle(CountingIdleStrategy.class, "periods", long.class);
            IDLE_NS = lookup.findVarHandle(CountingIdleStrategy.class, "idleNs", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final IdleStrategy counted;
    private final long parkFloorNs;
    private long waits;
    private long periods;
    private long idleNs;
    private long sinceNs;
    private boolean isIdle;

    /**
     * Creates a strategy that waits as another one does, and measures the shortest sleep, which takes some
     * milliseconds.
     */
    public CountingIdleStrategy(IdleStrategy counted) {
        this.counted = Objects.requireNonNull(counted);
        parkFloorNs = AdaptiveIdleStrategy.parkFloorNs();
    }

    @Override
    public void idle() {
        if (!isIdle) {
            isIdle = true;
            sinceNs = System.nanoTime();
        }
        WAITS.setOpaque(this, waits + 1);
        counted.idle();
    }

    @Override
    public void reset() {
        if (isIdle) {
            isIdle = false;
            PERIODS.setOpaque(this, periods + 1);
            IDLE_NS.setOpaque(this, idleNs + (System.nanoTime() - sinceNs));
        }
        counted.reset();
    }

    /** Returns how long the shortest sleep took at the creation: the median of twenty, in nanoseconds. */
    public long parkFloorNs() {
        return parkFloorNs;
    }

    /** Returns how often it waited. */
    public long waits() {
        return (long) WAITS.getOpaque(this);
    }

    /** Returns how often work arrived after at least one wait. */
    public long periods() {
        return (long) PERIODS.getOpaque(this);
    }

    /** Returns for how many nanoseconds there was no work, without the current period. */
    public long idleNs() {
        return (long) IDLE_NS.getOpaque(this);
    }
}
