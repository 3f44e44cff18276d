package io.millrace.concurrent;

import java.util.concurrent.locks.LockSupport;

/** Sleeps for a fixed time: it causes almost no load, and reacts as slowly as that time. */
public final class ParkingIdleStrategy implements IdleStrategy {

    /** The time of {@link #ParkingIdleStrategy()}: one millisecond. */
    public static final long DEFAULT_PARK_NS = 1_000_000;

    private final long parkNs;

    /** Creates a strategy that sleeps {@link #DEFAULT_PARK_NS} each time. */
    public ParkingIdleStrategy() {
        this(DEFAULT_PARK_NS);
    }

    /**
     * Creates a strategy that sleeps {@code parkNs} nanoseconds each time.
     *
     * @throws IllegalArgumentException if {@code parkNs} is not positive
     */
    public ParkingIdleStrategy(long parkNs) {
        if (parkNs <= 0) {
            throw new IllegalArgumentException("time to park is not positive parkNs=" + parkNs);
        }
        this.parkNs = parkNs;
    }

    @Override
    public void idle() {
        LockSupport.parkNanos(this, parkNs);
    }

    @Override
    public void reset() {
        // there is no state to reset
    }
}
