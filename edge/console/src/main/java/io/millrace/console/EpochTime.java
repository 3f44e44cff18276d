package io.millrace.console;

import java.time.Instant;

/** Times in nanoseconds since the epoch. */
final class EpochTime {

    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private EpochTime() {}

    static long nowNs() {
        Instant now = Instant.now();
        return now.getEpochSecond() * NANOS_PER_SECOND + now.getNano();
    }

    static String text(long epochNs) {
        return Instant.ofEpochSecond(Math.floorDiv(epochNs, NANOS_PER_SECOND), Math.floorMod(epochNs, NANOS_PER_SECOND))
                .toString();
    }
}
