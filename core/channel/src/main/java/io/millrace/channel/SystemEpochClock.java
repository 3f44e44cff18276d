package io.millrace.channel;

import java.time.Instant;

/**
 * {@code System.nanoTime()} plus an offset. The wall clock may be stepped while the process runs, so about once a
 * second one reader compares the two and sets a new offset if they differ. A lost race only repeats that comparison.
 */
final class SystemEpochClock implements EpochClock {

    static final SystemEpochClock INSTANCE = new SystemEpochClock();

    private static final long CHECK_EVERY_NS = 1_000_000_000L;
    private static final long TOLERANCE_NS = 2_000_000L;

    private volatile long offsetNs;
    private volatile long checkedAtNs;

    private SystemEpochClock() {
        long now = System.nanoTime();
        offsetNs = wallNs() - now;
        checkedAtNs = now;
    }

    @Override
    public long nowNs() {
        long now = System.nanoTime();
        if (now - checkedAtNs > CHECK_EVERY_NS) {
            check(now);
        }
        return now + offsetNs;
    }

    private void check(long now) {
        checkedAtNs = now;
        long differenceNs = now + offsetNs - System.currentTimeMillis() * 1_000_000L;
        if (differenceNs < -TOLERANCE_NS || differenceNs > TOLERANCE_NS) {
            offsetNs = wallNs() - System.nanoTime();
        }
    }

    private static long wallNs() {
        Instant now = Instant.now();
        return now.getEpochSecond() * 1_000_000_000L + now.getNano();
    }
}
