package io.millrace.concurrent;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;

/**
 * Counts what another strategy does: how often it waited, how many times in a row work was missing, and for how long
 * altogether. It also says how long the shortest sleep takes on the machine at hand, which no time to park falls below.
 * The clock is read when a wait begins and when work comes, not in between. The owner waits; any thread may
 * read the counts, which are then a moment old.
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

    /** Creates one that waits as another does, and measures the shortest sleep, which takes some milliseconds. */
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

    /** Returns how long the shortest sleep took when this was made: the median of twenty, in nanoseconds. */
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

    /** Returns for how many nanoseconds there was no work, without the current wait. */
    public long idleNs() {
        return (long) IDLE_NS.getOpaque(this);
    }
}
