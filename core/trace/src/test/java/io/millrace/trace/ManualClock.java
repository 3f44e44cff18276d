package io.millrace.trace;

import io.millrace.channel.EpochClock;

/** A clock that stands still until it is advanced. */
final class ManualClock implements EpochClock {

    static final long START_NS = 1_700_000_000_000_000_000L;

    private volatile long nowNs = START_NS;

    @Override
    public long nowNs() {
        return nowNs;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread advances
    void advance(long ns) {
        nowNs += ns;
    }
}
