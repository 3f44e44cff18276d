package io.millrace.trace;

import java.time.Instant;

/** Times in nanoseconds since the epoch. */
final class EpochTime {

    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private EpochTime() {}

    static Instant instant(long epochNs) {
        return Instant.ofEpochSecond(
                Math.floorDiv(epochNs, NANOS_PER_SECOND), Math.floorMod(epochNs, NANOS_PER_SECOND));
    }
}
