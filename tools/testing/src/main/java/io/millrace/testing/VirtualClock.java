package io.millrace.testing;

import io.millrace.channel.EpochClock;
import io.millrace.channel.EpochNs;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that stands still until a test moves it, for services and topologies. Any thread. */
public final class VirtualClock implements EpochClock {
    private final AtomicLong nowNs;

    private VirtualClock(long nowNs) {
        this.nowNs = new AtomicLong(nowNs);
    }

    /** Returns a clock that shows this time. */
    public static VirtualClock at(Instant time) {
        return new VirtualClock(EpochNs.of(time));
    }

    @Override
    public long nowNs() {
        return nowNs.get();
    }

    /**
     * Moves the clock.
     *
     * @param time how far, not negative
     */
    public void advance(Duration time) {
        if (time.isNegative()) {
            throw new TestingException("a clock does not go back by=" + time);
        }
        nowNs.addAndGet(time.toNanos());
    }
}
